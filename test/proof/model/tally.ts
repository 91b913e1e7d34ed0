import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import type { ModelResponse, Op } from './operations.ts';

/** Is told of every operation and its answer, if a definite one came. */
export type Hear = (op: Op, response: ModelResponse | undefined) => void;

/** Codes that no run can meet: two tell of faults, and the table in memory lets nobody wait for a transaction. */
const OUT_OF_REACH = ['IDEMPOTENCY_IN_PROGRESS', 'TENANT_REGION_UNRESOLVED', 'SUMMARY_OWNER_LOOKUP_FAILED'];

/** What the runs were made of. */
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
        ['of them without a definite answer', indefinite],
        ['kinds of operation and answer', kinds.size],
        ['codes of the contract', codes.size],
      ] as const,
  };
}
