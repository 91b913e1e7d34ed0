import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { RateWindow } from '../../domain/partners/rate-limit.ts';
import type { Table } from '../table/connect.ts';
import { expressions } from '../table/expression.ts';
import { keys } from '../table/keys.ts';

const counted = z.object({ hits: z.int() });

/**
 * Counts one request and returns the new count of this window. Takes one write, so parallel requests do not disturb
 * each other. If DynamoDB takes longer than a second to respond, the SDK repeats the write, and the request may count
 * more than once.
 */
export async function countRequest({ db, name }: Table, pathHash: string, window: RateWindow): Promise<number> {
  const { Attributes } = await db.send(
    new UpdateCommand({
      TableName: name,
      Key: keys.rateCount(pathHash, window.startUnixSeconds),
      ...expressions({
        update: 'ADD #hits :one SET #expiresAtUnixSeconds = :end',
        values: { ':one': 1, ':end': window.endUnixSeconds },
      }),
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return counted.parse(Attributes).hits;
}
