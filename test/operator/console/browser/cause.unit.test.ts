import { expect, it } from '@jest/globals';
import { causeOf } from '../../../../operator/console/browser/cause.ts';

it.each([
  ['status 204', undefined],
  ['status 503', 'The partner: its receiver responded, but not with a 2xx (status 503).'],
  ['redirect', 'The partner: its receiver responded, but not with a 2xx (redirect).'],
  ['timeout', expect.stringMatching(/^Probably the partner: .*\(timeout\).* our network\.$/)],
  ['blocked address', expect.stringMatching(/^The partner: /)],
  ['interrupted', expect.stringMatching(/^We: /)],
])('the cause of the outcome %s says whose fault it is', (outcome, cause) => {
  expect(causeOf(outcome)).toEqual(cause);
});
