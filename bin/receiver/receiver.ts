import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { type Verdict, verify } from './verify.ts';

interface Options {
  /** Without it nothing can be verified. */
  readonly secret?: string | undefined;
  /** What every genuine event is answered with. */
  readonly status: number;
  readonly print: (line: string) => void;
  readonly nowMs: () => number;
}

const callCompleted = z.object({
  event: z.literal('call.completed'),
  tenantId: z.string(),
  callId: z.string(),
  occurredAt: z.string(),
  summary: z.string(),
  resolution: z.string().nullable(),
});
type CallCompleted = z.infer<typeof callCompleted>;

/** A partner's side of the webhook: verifies, recognises what it has seen by callId, prints. */
export function createReceiver({ secret, status, print, nowMs }: Options): Server {
  const timesSeen = new Map<string, number>();

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const header = String(request.headers['x-service-signature'] ?? '');
    const verdict = secret === undefined ? 'unverified' : verify({ header, body }, secret, nowMs());
    if (verdict !== 'verified' && verdict !== 'unverified') {
      print(`refused: the signature is ${verdict}`);
      response.writeHead(401).end();
      return;
    }
    const event = parse(body);
    if (event) {
      const times = (timesSeen.get(event.callId) ?? 0) + 1;
      timesSeen.set(event.callId, times);
      print(describe(event, verdict, times));
    } else {
      print(`${verdict}: not a call.completed event`);
    }
    response.writeHead(event ? status : 400).end();
  }

  return createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
}

function parse(body: Buffer): CallCompleted | undefined {
  try {
    return callCompleted.parse(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}

function describe(event: CallCompleted, verdict: Verdict | 'unverified', times: number): string {
  const again = times > 1 ? `, the same call for the ${times}. time` : '';
  const { callId, tenantId, occurredAt, resolution, summary } = event;
  return `${verdict}${again}: call ${callId} of line ${tenantId}, ended ${occurredAt}, ${resolution ?? 'no resolution'}: ${summary}`;
}
