import { randomInt, randomUUID } from 'node:crypto';
import type { FunctionName } from '../../lib/rights.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { queuedCall, recordOf, sqsEvent } from '../support/functions/delivery-world.ts';
import { ENDPOINT_EVENTS } from '../support/functions/endpoints.ts';
import type { BenchWorld } from './bench-world.ts';

/** Events that the functions handle successfully. Most functions change the table, so each needs a new one. */
export const EVENTS: Record<FunctionName, (world: BenchWorld) => unknown> = {
  authorizer: ({ apiKey }) => ({
    resource: '/v1/whoami',
    pathParameters: null,
    multiValueHeaders: { Authorization: [`Bearer ${apiKey}`] },
    requestContext: { requestId: randomUUID(), identity: { sourceIp: `127.0.${randomInt(256)}.${randomInt(256)}` } },
  }),
  ...ENDPOINT_EVENTS,
  'line-for-call': ({ number }) => ({ number }),
  'record-call': ({ tenantId }) => ({
    tenantId,
    call: { callId: randomUUID(), summary: 'Asked for a table at seven' },
  }),
  intake: ({ tenantId }) =>
    sqsEvent(queuedCall({ tenantId, call: { callId: randomUUID(), summary: 'Asked for a table at seven' } })),
  relay: async ({ newDelivery }) => {
    const { PK, SK } = keys.delivery((await newDelivery()).callId);
    return {
      Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', Keys: { PK: { S: PK }, SK: { S: SK } } } }],
    };
  },
  'deliver-webhook': async ({ newDelivery }) => sqsEvent(recordOf(await newDelivery())),
  // The delivery has been due for longer than the period of the sweep.
  sweep: async ({ newDelivery }) => {
    await newDelivery({ storedAtMs: Date.now() - 3_600_000 });
    return {};
  },
  // Without an API, the probe reports the outcome as it always does.
  probe: () => ({ url: 'http://127.0.0.1:1' }),
};

/** The fields of responses that show success. */
interface InvokeResponse {
  readonly statusCode?: number;
  readonly policyDocument?: { readonly Statement: readonly { readonly Effect: string }[] };
  readonly batchItemFailures?: readonly unknown[];
  readonly callId?: string;
  readonly line?: unknown;
  readonly queued?: number;
  readonly problem?: string;
}

export function succeeded(response: InvokeResponse): boolean {
  const { statusCode, policyDocument, batchItemFailures, callId, line, queued, problem } = response;
  if (statusCode !== undefined) return statusCode < 300;
  if (policyDocument) return policyDocument.Statement[0]?.Effect === 'Allow';
  if (batchItemFailures) return batchItemFailures.length === 0;
  return callId !== undefined || line !== undefined || queued === 1 || problem !== undefined;
}
