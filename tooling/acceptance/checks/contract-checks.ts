import * as z from 'zod';
import type { StageSettings } from '../../../lib/stages.ts';
import { NOT_VALID_JSON } from '../../../shared/contract/failures-without-code.ts';
import { LINE_NOT_DELEGATED, PARTNER_NOT_ACTIVE } from '../../../shared/contract/forbidden.ts';
import { requireFailure, requireStatus } from '../api.ts';
import { type Check, ok, skipped, Unmet } from '../check.ts';
import { created, creationRequest, REASON, type World } from '../test-partner.ts';

const listed = z.object({ tenants: z.array(created) });

export const CONTRACT_CHECKS: readonly Check<World>[] = [
  {
    name: 'a retried request creates no second line',
    async run({ send, line, externalId }) {
      const tenantId = await line();
      const response = await send('POST', '/v1/tenants', creationRequest(externalId));
      requireStatus(response, 201);
      const again = created.parse(response.body);
      if (again.tenantId !== tenantId) throw new Unmet(`the retry created the line ${again.tenantId}`);
      const { headers, body } = creationRequest(externalId);
      const other = await send('POST', '/v1/tenants', { headers, body: { ...body, name: 'Other' } });
      requireFailure(other, 409, { code: 'IDEMPOTENCY_KEY_MISMATCH' });
      return ok(`line ${tenantId}`);
    },
  },
  {
    name: 'a line above the quota or with a used external id is rejected',
    async run({ send, line, externalId }) {
      await line();
      const { body } = creationRequest(externalId);
      const used = await send('POST', '/v1/tenants', { body: { ...body, externalId: `${externalId}-2` } });
      requireFailure(used, 402, { code: 'TENANT_QUOTA_EXCEEDED' });
      const same = await send('POST', '/v1/tenants', { body });
      if (same.status === 402) requireFailure(same, 402, { code: 'TENANT_QUOTA_EXCEEDED' });
      else requireFailure(same, 409, { code: 'EXTERNAL_ID_EXISTS' });
      return ok(`a second line got 402, and a line with the same external id got ${same.status}`);
    },
  },
  {
    name: 'a line can be listed and read',
    async run({ send, line }) {
      const tenantId = await line();
      const list = await send('GET', '/v1/tenants');
      requireStatus(list, 200);
      const found = listed.parse(list.body).tenants.map((one) => one.tenantId);
      if (found.join() !== tenantId) throw new Unmet(`the list has ${found.join(', ') || 'no line'}, not ${tenantId}`);
      requireStatus(await send('GET', `/v1/tenants/${tenantId}`), 200);
      return ok(`line ${tenantId}`);
    },
  },
  {
    name: 'a request for a line that does not exist gets 403',
    async run({ send }) {
      requireFailure(await send('GET', '/v1/tenants/tn_nobody'), 403, { error: LINE_NOT_DELEGATED });
      return ok('403');
    },
  },
  {
    name: 'agent settings are stored',
    async run({ send, line }) {
      const path = `/v1/tenants/${await line()}/agent`;
      const greeting = 'Acceptance, hello!';
      requireStatus(await send('PUT', path, { body: { greeting } }), 200);
      const read = await send('GET', path);
      requireStatus(read, 200);
      if (z.object({ greeting: z.string() }).parse(read.body).greeting !== greeting)
        throw new Unmet('the greeting was not stored');
      requireFailure(await send('PUT', path, { body: { persona: '' } }), 400, { code: 'persona.empty' });
      const noRecipients = await send('PUT', path, { body: { summaryRecipients: [] } });
      requireFailure(noRecipients, 400, { code: 'SUMMARY_NO_RECIPIENTS' });
      requireFailure(await send('PUT', path, { body: '{' }), 400, { error: NOT_VALID_JSON });
      return ok('the greeting was stored, and three invalid requests got 400');
    },
  },
  {
    name: 'webhooks that break the rules are not stored',
    async run({ send, target }) {
      const put = (body: unknown) => send('PUT', '/v1/webhooks', { body });
      requireFailure(await put({ url: 'https://10.0.0.1/calls' }), 422, { code: 'WEBHOOK_URL_INVALID' });
      requireFailure(await put({ url: target.outputs.ApiUrl }), 422, { code: 'WEBHOOK_URL_INVALID' });
      const unknown = { url: 'https://hooks.example.com/calls', events: ['call.started'] };
      requireFailure(await put(unknown), 422, { code: 'UNKNOWN_EVENT' });
      requireFailure(await send('GET', '/v1/webhooks'), 404, { code: 'WEBHOOK_NOT_CONFIGURED' });
      return ok('three invalid webhooks got 422, and GET /v1/webhooks got 404');
    },
  },
  {
    name: 'a damaged cursor gets 400',
    async run({ send, line }) {
      const response = await send('GET', `/v1/tenants/${await line()}/calls?cursor=damaged`);
      requireFailure(response, 400, { code: 'INVALID_CURSOR' });
      return ok('400');
    },
  },
  {
    name: 'a suspended partner gets 403',
    async run({ send, run, partner }) {
      const options = { partner: partner.partnerId, reason: REASON };
      await run('partner suspend', options);
      try {
        requireFailure(await send('GET', '/v1/whoami'), 403, { error: PARTNER_NOT_ACTIVE });
      } finally {
        await run('partner activate', options);
      }
      requireStatus(await send('GET', '/v1/whoami'), 200);
      return ok('whoami returned 403 before the activation, and 200 after it');
    },
  },
];

interface TerminationAsks extends Pick<World, 'send' | 'run' | 'line' | 'number'> {
  readonly stage: { readonly settings: Pick<StageSettings, 'onCall'> } | undefined;
}

/** These checks run after all other checks of the line, because they terminate the line. */
export const TERMINATION_CHECKS: readonly Check<TerminationAsks>[] = [
  {
    name: 'a line with a number cannot be terminated',
    async run({ stage, send, run, line, number }) {
      if (stage?.settings.onCall) return skipped('the 502 would raise the alarm carrier-release-failed for a day');
      const tenantId = await line();
      if ((await run('line show', { tenant: tenantId })).number === null)
        await run('line attach-number', { tenant: tenantId, number, reason: REASON });
      requireFailure(await send('DELETE', `/v1/tenants/${tenantId}`), 502, { code: 'CARRIER_RELEASE_FAILED' });
      return ok('DELETE returned 502');
    },
  },
  {
    name: 'a line without a number can be terminated',
    async run({ send, run, line }) {
      const tenantId = await line();
      const path = `/v1/tenants/${tenantId}`;
      if ((await run('line show', { tenant: tenantId })).number !== null)
        await run('line release-number', { tenant: tenantId, reason: REASON });
      requireStatus(await send('DELETE', path), 200);
      requireFailure(await send('DELETE', path), 403, { error: LINE_NOT_DELEGATED });
      requireFailure(await send('GET', path), 403, { error: LINE_NOT_DELEGATED });
      return ok('DELETE returned 200, and 403 after the termination');
    },
  },
];
