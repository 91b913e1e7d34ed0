import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { SCOPES } from '../../shared/contract/routes.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { Run } from './operator.ts';

interface NewPartner {
  readonly name?: string | undefined;
  readonly quota?: number | undefined;
  readonly webhookUrl?: string | undefined;
}

interface Account {
  readonly partnerId: string;
  readonly apiKey: string;
}

export type CreatePartner = (about: NewPartner) => Promise<Account & { readonly signingSecret?: string }>;

const registered = z.object({ signingSecret: z.string() });
const rejected = z.object({ error: z.string() });

/** Creates partners with all scopes, as an operator does, and registers their webhooks, as the partners would do. */
export const partnersOf =
  (run: Run, baseUrl: string): CreatePartner =>
  async ({ name = 'Sandbox', quota, webhookUrl }) => {
    const options = { name, scopes: SCOPES.join(','), ...(quota === undefined ? {} : { quota: String(quota) }) };
    const { partnerId, apiKey } = await run('partner create', options);
    return registerWebhookIfWanted(baseUrl, { partnerId, apiKey }, webhookUrl);
  };

export async function registerWebhookIfWanted(baseUrl: string, partner: Account, webhookUrl: string | undefined) {
  if (webhookUrl === undefined) return partner;
  return { ...partner, signingSecret: await register(baseUrl, partner.apiKey, webhookUrl) };
}

/** On Linux, uses a random source address, so that the request does not count for the test's rate limit. */
async function register(baseUrl: string, apiKey: string, url: string): Promise<string> {
  const localAddress = process.platform === 'linux' ? `127.1.${randomInt(256)}.${randomInt(1, 255)}` : undefined;
  const response = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const options = { method: 'PUT', headers, agent: false, ...(localAddress === undefined ? {} : { localAddress }) };
    const sent = request(`${baseUrl}/v1/webhooks`, options, (incoming) => text(incoming).then(resolve, reject));
    sent.on('error', reject).end(JSON.stringify({ url }));
  });
  const body: unknown = JSON.parse(response);
  const { data } = registered.safeParse(body);
  if (data) return data.signingSecret;
  throw new Problem(`The webhook ${url} was rejected: ${rejected.parse(body).error}`);
}
