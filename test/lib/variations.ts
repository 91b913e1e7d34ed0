import type { StageSettings } from '../../lib/stages.ts';

/** The arguments of an app. */
interface Variation {
  readonly stage: string;
  /** Settings that replace the stage's own. */
  readonly settings?: Partial<StageSettings>;
  /** Of a temporary stage. */
  readonly expiresAt?: string;
  readonly context?: Readonly<Record<string, string>>;
}

export const EVERY_SETTING = {
  cdk: { qualifier: 'acme', stackName: 'AcmeToolkit', permissionsBoundary: 'AcmeBoundary' },
  callsDays: 400,
  warmInstances: { authorizer: 2, 'get-tenant': 1 },
  env: { account: '123456789012', region: 'eu-west-1' },
  domain: {
    name: 'api.lines.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
    hostedZoneId: 'Z0123456789',
  },
  onCall: { page: ['https://pager.example/notify'], ticket: ['on-call@partner-platform.example'] },
} as const satisfies Partial<StageSettings>;

const { hostedZoneId: _, ...domainWithoutZone } = EVERY_SETTING.domain;

/** The variations that most tests read. */
export const PLAIN = {
  dev: { stage: 'dev' },
  staging: { stage: 'staging' },
  prod: { stage: 'prod' },
} as const satisfies Record<string, Variation>;

export const VARIED = {
  /** As `npm start` synthesizes it. */
  'local service': { stage: 'dev', settings: { onCall: { page: [], ticket: [] }, probe: true } },
  /** As `npm run deploy` synthesizes it. */
  'dev of a commit': { stage: 'dev', context: { commit: '0123abc', 'partner-lines:previous': '4567def' } },
  /** With the longest name that a stage can have. */
  'temporary stage': { stage: 'pr-45678901234', expiresAt: '2026-11-26T10:00:00Z' },
  'prod with every setting': { stage: 'prod', settings: EVERY_SETTING },
  'staging with a domain and topics': {
    stage: 'staging',
    settings: { domain: domainWithoutZone, onCall: { page: [], ticket: [] } },
  },
} as const satisfies Record<string, Variation>;

export const VARIATIONS: Readonly<Record<VariationName, Variation>> = { ...PLAIN, ...VARIED };
export type VariationName = keyof typeof PLAIN | keyof typeof VARIED;
