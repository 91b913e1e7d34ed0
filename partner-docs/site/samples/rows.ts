import type { Action } from '../../../shared/contract/routes.ts';

export interface SampleRow {
  /** The optional parameters to show. Their values are the examples of openapi.json. */
  readonly parameters?: readonly string[];
  /** The fields of the body to show, from the example of openapi.json. */
  readonly fields?: readonly string[];
  /** What a program does with our client. `body` is the body as a literal. */
  readonly typescript: (body: string) => string;
}

/** What the samples of each endpoint show. An endpoint without a row does not compile. */
export const SAMPLE_ROWS: Readonly<Record<Action, SampleRow>> = {
  whoami: {
    typescript: () => `const { name, scopes } = await partnerLines.whoami();
console.log(name, scopes);`,
  },
  'list-tenants': {
    parameters: ['limit'],
    typescript: () => `for await (const line of partnerLines.listLines({ limit: 200 })) {
  console.log(line.tenantId, line.name);
}`,
  },
  'create-tenant': {
    parameters: ['Idempotency-Key'],
    fields: ['name', 'region', 'externalId'],
    typescript: (body) => `// The client generates an Idempotency-Key and sends it with every attempt.
const line = await partnerLines.createLine(${body});
console.log(line.tenantId);`,
  },
  'get-tenant': {
    typescript: () => `const line = await partnerLines.getLine(TENANT_ID);
console.log(line.status, line.number);`,
  },
  'terminate-tenant': {
    fields: ['reason', 'purge'],
    typescript: (body) => `const { terminatedAt } = await partnerLines.terminateLine(TENANT_ID, ${body});
console.log(terminatedAt);`,
  },
  'get-agent': {
    typescript: () => `const { persona, greeting } = await partnerLines.getAgent(TENANT_ID);
console.log(persona, greeting);`,
  },
  'update-agent': {
    fields: ['persona', 'greeting'],
    typescript: (body) => `const settings = await partnerLines.updateAgent(TENANT_ID, ${body});
console.log(settings.greeting);`,
  },
  'list-calls': {
    parameters: ['limit', 'since'],
    typescript: () => `const since = new Date('2026-11-21');
for await (const call of partnerLines.listCalls(TENANT_ID, { since })) {
  console.log(call.startedAt, call.summary);
}`,
  },
  'get-webhook': {
    typescript: () => `const { url, signingSecretHint } = await partnerLines.getWebhook();
console.log(url, signingSecretHint);`,
  },
  'put-webhook': {
    fields: ['url'],
    typescript: (body) => `const { signingSecret } = await partnerLines.registerWebhook(${body});
console.log(signingSecret); // Store it: no other response shows the whole secret.`,
  },
};
