import { createTenantInput, terminateTenantBody } from '../../../shared/contract/tenant-requests.ts';
import {
  integration,
  integrations,
  plan,
  tenantDetail,
  tenantPage,
  tenantSummary,
  termination,
} from '../../../shared/contract/tenants.ts';
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

const lineFields = {
  tenantId: { description: 'Line identifier: the `customerId` of paths, and the routing key of events.' },
  name: { description: 'Display name of the business.' },
  region: { description: 'Region of the line, which decides its language: `kr` Korean, `ca` English.' },
  status: { description: '`terminated` is final. A terminated line is in no list; reading it answers 403.' },
  externalId: { description: "The partner's own identifier for the line." },
  createdAt: { description: 'When the line was created.' },
};

const providerField = (provider: string) => ({ description: `Store platform ${provider}; absent while never set.` });

export const LINE_COMPONENTS = [
  component('CreateLine', createTenantInput, {
    description: 'A line to be created. It begins active and without a phone number.',
    fields: {
      name: { description: 'Display name of the business; not blank. Counted in Unicode code points.' },
      region: { description: 'Region of the line; it cannot be changed later.' },
      externalId: {
        description: "The partner's own identifier; unique among the partner's lines that are not terminated.",
      },
      agent: { description: 'Agent settings to begin with.' },
    },
    example: { name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1', agent: agentPatchExample },
  }),
  component('Line', tenantSummary, {
    description: 'A line, as it is listed and as its creation answers.',
    fields: lineFields,
    example: line,
  }),
  component('LineDetail', tenantDetail, {
    description: 'A line with its number, integrations and plan.',
    fields: {
      ...lineFields,
      number: {
        description: 'The number served now, null while none is connected. Connecting is not part of this API.',
      },
      integrations: { description: 'Store integrations, by provider.' },
      plan: { description: 'Plan summary, null when there is none.' },
    },
    example: {
      ...line,
      number: '+15551234567',
      integrations: { providerA: { connected: true } },
      plan: { tier: 'pro', status: 'active' },
    },
  }),
  component('Integrations', integrations, {
    description: 'Status of the store integrations; a provider that was never set is absent.',
    fields: { providerA: providerField('A'), providerB: providerField('B') },
    example: { providerA: { connected: true } },
  }),
  component('Integration', integration, {
    description: 'Status of one store integration.',
    fields: { connected: { description: 'Whether the store is connected.' } },
    example: { connected: true },
  }),
  component('Plan', plan, {
    description: 'Plan summary of a line.',
    fields: { tier: { description: 'Tier of the plan.' }, status: { description: 'Status of the plan.' } },
    example: { tier: 'pro', status: 'active' },
  }),
  component('LinePage', tenantPage, {
    description: "One page of the partner's lines that are not terminated.",
    fields: { tenants: { description: 'The lines of this page.' }, nextCursor: NEXT_CURSOR },
    example: { tenants: [line], nextCursor: null },
  }),
  component('TerminateLine', terminateTenantBody, {
    description: 'How a line ends.',
    fields: {
      reason: { description: 'Why, for the records. Counted in Unicode code points.' },
      purge: { description: 'Also remove what the line stored, such as persona and summary recipients.' },
    },
    example: { reason: 'The shop has closed', purge: true },
  }),
  component('Termination', termination, {
    description: 'The line is terminated.',
    fields: {
      status: { description: 'Always `terminated`.' },
      numberReclaimed: { description: 'Whether a number had been attached and was released before.' },
      terminatedAt: { description: 'When the line was terminated.' },
    },
    example: { status: 'terminated', numberReclaimed: false, terminatedAt: '2026-11-21T10:00:00.000Z' },
  }),
];
