import { createTenantInput, terminateTenantBody } from '../../../shared/contract/lines/tenant-requests.ts';
import {
  integration,
  integrations,
  plan,
  tenantDetail,
  tenantPage,
  tenantSummary,
  termination,
} from '../../../shared/contract/lines/tenants.ts';
import { LANGUAGES } from '../../../shared/domain/agents/announcement.ts';
import { NEXT_CURSOR } from '../parameters.ts';
import { agentPatchExample } from './agent.ts';
import { component } from './component.ts';

const line = {
  tenantId: 'tn_01JD3YQ4V6H8W2K5M7N9P0R1ST',
  name: 'Corner Cafe',
  region: 'ca',
  status: 'active',
  externalId: 'cafe-1',
  createdAt: '2026-11-21T09:30:00.000Z',
} as const;

const LANGUAGE_OF_EACH_REGION = Object.entries(LANGUAGES)
  .map(([one, language]) => `${language} for \`${one}\``)
  .join(', ');

const lineFields = {
  tenantId: 'Identifier of the line. Use it as `customerId` in paths. Each event contains it.',
  name: 'Display name of the business.',
  region: `Region of the line. It decides the language of the line: ${LANGUAGE_OF_EACH_REGION}.`,
  status:
    'Status of the line. A terminated line stays terminated. It is not in lists. A request for it returns 403. Until its termination is complete, a change of its agent and a DELETE return 409.',
  externalId: 'Your own identifier for the line.',
  createdAt: 'When the line was created.',
};

const providerField = (provider: string) =>
  `The integration with store platform ${provider}. Absent if it was never set.`;

export const LINE_COMPONENTS = [
  component('CreateLine', createTenantInput, {
    description: 'The line to create. The new line is active and has no phone number.',
    fields: {
      name: 'Display name of the business, not blank. Its length is counted in Unicode code points.',
      region: 'Region of the line. You cannot change it later.',
      externalId:
        'Your own identifier for the line. It must be unique among your lines, except lines whose termination is complete.',
      agent: 'The initial agent settings of the line.',
    },
    example: { name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1', agent: agentPatchExample },
  }),
  component('Line', tenantSummary, {
    description: 'A line, as returned when you list lines or create one.',
    fields: lineFields,
    example: line,
  }),
  component('LineDetail', tenantDetail, {
    description: 'A line with its number, integrations and plan.',
    fields: {
      ...lineFields,
      number:
        'The phone number that the line serves now, or null if no number is connected. You cannot connect a number through this API.',
      integrations: 'The store integrations of the line, by provider.',
      plan: 'The plan of the line, or null if the line has no plan.',
    },
    example: {
      ...line,
      number: '+15551234567',
      integrations: { providerA: { connected: true } },
      plan: { tier: 'pro', status: 'active' },
    },
  }),
  component('Integrations', integrations, {
    description: 'The store integrations of the line. A provider that was never set is absent.',
    fields: { providerA: providerField('A'), providerB: providerField('B') },
    example: { providerA: { connected: true } },
  }),
  component('Integration', integration, {
    description: 'Status of one store integration.',
    fields: { connected: 'Whether the store is connected.' },
    example: { connected: true },
  }),
  component('Plan', plan, {
    description: "The line's plan: its tier and status, as our operators set them.",
    fields: {
      tier: 'Tier of the plan, such as `pro`.',
      status: 'Status of the plan, such as `active`.',
    },
    example: { tier: 'pro', status: 'active' },
  }),
  component('LinePage', tenantPage, {
    description: 'One page of your lines that are not terminated.',
    fields: { tenants: 'The lines on this page.', nextCursor: NEXT_CURSOR },
    example: { tenants: [line], nextCursor: null },
  }),
  component('TerminateLine', terminateTenantBody, {
    description: 'Why you terminate the line, and whether to delete its agent settings and integrations.',
    fields: {
      reason:
        'Why you terminate the line. The service stores the reason. Its length is counted in Unicode code points.',
      purge:
        'Whether to also delete the agent settings and the integrations of the line. By default, the service keeps them.',
    },
    example: { reason: 'The shop has closed', purge: true },
  }),
  component('Termination', termination, {
    description: 'When the line was terminated, and whether it had had a phone number.',
    fields: {
      status: 'Always `terminated`.',
      numberReclaimed: 'Whether the line had a phone number that was released before the termination.',
      terminatedAt: 'When the line was terminated.',
    },
    example: { status: 'terminated', numberReclaimed: false, terminatedAt: '2026-11-21T10:00:00.000Z' },
  }),
];
