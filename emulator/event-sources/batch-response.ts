import * as z from 'zod';
import type { InvokeResult } from '../lambda/invoke.ts';

const response = z.nullable(
  z.looseObject({ batchItemFailures: z.nullish(z.array(z.looseObject({ itemIdentifier: z.string().min(1) }))) }),
);

/**
 * Which records of a batch failed, by Lambda's rules for ReportBatchItemFailures: none for an empty list, null or
 * nothing; all for a failed invocation, an answer of another form, or an identifier that is empty or not of the batch.
 */
export function failedItems(
  result: InvokeResult,
  identifiers: readonly string[],
  reportsBatchItemFailures: boolean,
): ReadonlySet<string> {
  const all = new Set(identifiers);
  if (!result.ok) return all;
  if (!reportsBatchItemFailures) return new Set();
  const parsed = response.safeParse(result.payload);
  if (!parsed.success) return all;
  const failed = new Set(parsed.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return [...failed].every((identifier) => all.has(identifier)) ? failed : all;
}
