import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import type { ModelResponse, Op } from './operations.ts';

/** Receives every operation and, if it had a definite response, that response. */
export type Hear = (op: Op, response: ModelResponse | undefined) => void;

/**
 * Codes that no run can return. The first needs overlapping transactions, which the table in memory never has. The
 * other two report faults.
 */
const OUT_OF_REACH = ['IDEMPOTENCY_IN_PROGRESS', 'TENANT_REGION_UNRESOLVED', 'SUMMARY_OWNER_LOOKUP_FAILED'];

/** Counts the operations and responses of the runs. */
export function tally() {
  const kinds = new Set<string>();
  const codes = new Set<string>();
  let operations = 0;
  let indefinite = 0;
  const hear: Hear = (op, response) => {
    operations += 1;
    if (response === undefined) indefinite += 1;
    const name = op.kind === 'act' ? op.act.do : op.request.do;
    kinds.add(`${name} ${response?.status} ${response?.code}`);
    if (response?.code !== undefined) codes.add(response.code);
  };
  return {
    hear,
    missedCodes: () =>
      CODED_FAILURES.map(({ code }) => code).filter((code) => !codes.has(code) && !OUT_OF_REACH.includes(code)),
    summary: () =>
      [
        ['operations', operations],
        ['operations without a definite response', indefinite],
        ['kinds of operation and response', kinds.size],
        ['codes of the contract', codes.size],
      ] as const,
  };
}
