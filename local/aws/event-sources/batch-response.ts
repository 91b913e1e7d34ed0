import * as z from 'zod';
import type { InvokeResult } from '../lambda/invoke.ts';

const response = z.nullable(
  z.looseObject({ batchItemFailures: z.nullish(z.array(z.looseObject({ itemIdentifier: z.string().min(1) }))) }),
);

/**
 * Returns which records of a batch failed. If the invocation failed, every record failed. If the mapping reports
 * failures, Lambda's rules for ReportBatchItemFailures apply to the response. Every record failed if the response is
 * malformed, or if an identifier is empty or not in the batch. No record failed if the response is null, or if its
 * list is empty, null or missing.
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
