import { describe, expect, it } from '@jest/globals';
import { createTenantInput } from '../../../shared/contract/lines/tenant-requests.ts';
import { PAGE_SIZE, pageQuery } from '../../../shared/contract/paging.ts';
import { newDelegation } from '../../../shared/domain/lines/delegation.ts';

describe('the query parameter `limit`', () => {
  it('a page of a list has at most 50 items if the query contains no `limit`', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
  });

  it('the page size can be any whole number from 1 to 200', () => {
    for (let limit = 1; limit <= 200; limit += 1) {
      expect(pageQuery.parse({ limit: String(limit) }).limit).toBe(limit);
    }
  });

  const wrong = [
    ...['0', '201', '999', '1000', '-1', '1e2', '0x10', '05', '5.0', '+5'],
    ...[' 5', '5 ', '5\n', '', 'abc', '\uFF15'],
  ];
  it.each(wrong)('the page size %j is rejected', (limit) => {
    expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});

const LAMBDA_LIMIT_BYTES = 6_291_556;

it('the largest page of lines has less than 10 % of the size that Lambda allows for a response', () => {
  // A control character takes seven bytes, and a backslash four.
  const input = createTenantInput.parse({
    name: `x${'\u0001'.repeat(199)}`,
    region: 'kr',
    externalId: '\\'.repeat(128),
  });
  const line = newDelegation('pt_1', input, 'tn_01M7YT8SSV0V8RRR6VXFMZKNWV', 0);
  const body = JSON.stringify({ tenants: Array(PAGE_SIZE.max).fill(line), nextCursor: 'x'.repeat(500) });
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(LAMBDA_LIMIT_BYTES / 10);
});
