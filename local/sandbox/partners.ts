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

/** Creates partners with all scopes, as an operator does, and registers their webhooks, if any, as the partners would do. */
export const partnerCreator =
  (run: Run, baseUrl: string): CreatePartner =>
  async ({ name = 'Sandbox', quota, webhookUrl }) => {
    const options = { name, scopes: SCOPES.join(','), ...(quota === undefined ? {} : { quota: String(quota) }) };
    const { partnerId, apiKey } = await run('partner create', options);
    return registerWebhookIfWanted(baseUrl, { partnerId, apiKey }, webhookUrl);
  };

export async function registerWebhookIfWanted(baseUrl: string, partner: Account, webhookUrl: string | undefined) {
  if (webhookUrl === undefined) return partner;
  return { ...partner, signingSecret: await registerWebhook(baseUrl, partner.apiKey, webhookUrl) };
}

/** On Linux, uses a random source address, so that the request does not count for the test's rate limit. */
async function registerWebhook(baseUrl: string, apiKey: string, url: string): Promise<string> {
  const localAddress = process.platform === 'linux' ? `127.1.${randomInt(256)}.${randomInt(1, 255)}` : undefined;
  const send = senderFor({ baseUrl, apiKey, localAddress });
  return registered.parse(await send('PUT', '/v1/webhooks', { url }, `The webhook ${url}`)).signingSecret;
}

interface Caller {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly localAddress: string | undefined;
}

/**
 * The returned function sends a request to the API as a partner. If the API rejects the request, the function throws a
 * Problem that begins with `what`.
 */
export const senderFor =
  ({ baseUrl, apiKey, localAddress }: Caller) =>
  async (method: 'PUT' | 'POST', path: string, body: unknown, what = `${method} ${path}`): Promise<unknown> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const options = { method, headers, agent: false, ...(localAddress !== undefined && { localAddress }) };
    const { isOk, response } = await new Promise<{ isOk: boolean; response: string }>((resolve, reject) => {
      const sent = request(baseUrl + path, options, (incoming) => {
        const { statusCode = 500 } = incoming;
        text(incoming).then((response) => resolve({ isOk: statusCode < 300, response }), reject);
      });
      sent.on('error', reject).end(JSON.stringify(body));
    });
    const content: unknown = JSON.parse(response);
    if (!isOk) throw new Problem(`${what} was rejected: ${rejected.parse(content).error}`);
    return content;
  };
