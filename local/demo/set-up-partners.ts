import * as z from 'zod';
import { SCOPES } from '../../shared/contract/routes.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { MAX_LIMIT, type Run } from '../sandbox/operator.ts';
import { senderFor } from '../sandbox/partners.ts';
import { type Business, type DemoPartner, lineCreationBody, PARTNERS } from './partners.ts';
import type { Receivers } from './receivers.ts';
import type { DemoLine } from './simulated-calls.ts';

interface Deps {
  readonly run: Run;
  readonly baseUrl: string;
  readonly receivers: Receivers;
  /** Called with sentences about parts of the demo that do not work. */
  readonly say: (sentence: string) => void;
}

const REASON = 'The demo starts';
const created = z.object({ tenantId: z.string() });

/**
 * Creates the partners and lines of the demo that the table lacks, and returns the lines. The demo keeps its state only
 * in the table, so a start after a `kill -9` creates nothing twice. It does not store the partners' API keys, so each
 * start rotates them.
 */
export async function setUpPartners(deps: Deps): Promise<DemoLine[]> {
  const known = await deps.run('partner list', {});
  const lines: DemoLine[] = [];
  for (const [at, partner] of PARTNERS.entries()) {
    try {
      const found = known.find(({ name }) => name === partner.name);
      lines.push(...(await setUpPartner(deps, partner, { known: found, localAddress: addressOf(at) })));
    } catch (error) {
      // An operator may have suspended the partner, for example.
      if (!(error instanceof Problem)) throw error;
      deps.say(`The demo continues without ${partner.name}: ${error.message}`);
    }
  }
  return lines;
}

interface Place {
  readonly known: { readonly partnerId: string; readonly contact: string | undefined } | undefined;
  readonly localAddress: string | undefined;
}

async function setUpPartner({ run, baseUrl, receivers }: Deps, partner: DemoPartner, { known, localAddress }: Place) {
  const { partnerId, apiKey } = known
    ? await run('key rotate', { partner: known.partnerId, reason: REASON })
    : await run('partner create', { name: partner.name, scopes: SCOPES.join(','), reason: REASON });
  if (known?.contact === undefined)
    await run('partner contact', { partner: partnerId, email: partner.contact, reason: REASON });
  const send = senderFor({ baseUrl, apiKey, localAddress });
  await send('PUT', '/v1/webhooks', { url: receivers.urlOf(partner) });
  const present = await run('line list', { partner: partnerId, limit: String(MAX_LIMIT) });
  const lines: DemoLine[] = [];
  for (const business of partner.businesses) {
    const tenantId =
      present.find(({ externalId }) => externalId === business.externalId)?.tenantId ??
      created.parse(await send('POST', '/v1/tenants', lineCreationBody(partner, business))).tenantId;
    await attachNumber(run, tenantId, business);
    lines.push({ number: business.number, kind: business.kind, language: partner.language });
  }
  return lines;
}

async function attachNumber(run: Run, tenantId: string, { number }: Business): Promise<void> {
  const line = await run('line show', { tenant: tenantId });
  if (line.number === null) await run('line attach-number', { tenant: tenantId, number, reason: REASON });
}

/**
 * Returns a source address for each partner on Linux, so that partners do not share a rate limit. On other systems,
 * returns undefined.
 */
const addressOf = (at: number) => (process.platform === 'linux' ? `127.0.46.${at + 1}` : undefined);
