import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { RateWindow } from '../../domain/partners/rate-window.ts';
import type { Table } from '../table/connect.ts';
import { expressions } from '../table/expression.ts';
import { keys } from '../table/keys.ts';

const counted = z.object({ hits: z.int() });

/**
 * Counts one request and returns the new count of this window. It takes one write, and is exact with any number of
 * parallel requests. A request counts twice if the SDK repeats a write whose response took longer than a second.
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
