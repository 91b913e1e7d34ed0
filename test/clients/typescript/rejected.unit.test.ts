import { describe, expect, it } from '@jest/globals';
import { isApiError } from '../../../clients/typescript/src/index.ts';
import {
  insufficientScope,
  LINE_NOT_DELEGATED,
  PARTNER_NOT_ACTIVE,
  REQUEST_BLOCKED,
} from '../../../shared/contract/forbidden.ts';
import { dropped, fakeService, LINE, respond, thrownBy } from './fake-service.ts';

it('the error of a rejected request has the error code and the request id', async () => {
  const { client, sent } = fakeService(() =>
    respond(
      409,
      { error: 'A line with this externalId exists', code: 'EXTERNAL_ID_EXISTS' },
      { 'X-Request-Id': 'r-1' },
    ),
  );
  const error = await thrownBy(client.createLine(LINE));
  if (!isApiError(error, 'EXTERNAL_ID_EXISTS')) throw error;
  const code: 'EXTERNAL_ID_EXISTS' = error.code;
  expect([code, error.status, error.requestId]).toEqual(['EXTERNAL_ID_EXISTS', 409, 'r-1']);
  expect(error.message).toBe('A line with this externalId exists (409, EXTERNAL_ID_EXISTS, request r-1)');
  expect(isApiError(error, 'INVALID_CURSOR')).toBe(false);
  expect(sent).toHaveLength(1);
});

describe('the error of a request that is rejected with 403', () => {
  it.each([
    [PARTNER_NOT_ACTIVE, 'partner_inactive'],
    [insufficientScope('calls'), 'missing_scope'],
    [LINE_NOT_DELEGATED, 'line_not_accessible'],
    [REQUEST_BLOCKED, 'request_blocked'],
    ['Access denied by your proxy', undefined],
    ['constructor', undefined],
  ])('a request rejected with 403 and the sentence "%s" has the reason %s', async (error, reason) => {
    const { client } = fakeService(() => respond(403, { error }));
    expect(await thrownBy(client.getLine('tn_1'))).toMatchObject({ status: 403, code: undefined, reason });
  });

  it('the error of a request rejected with 403 keeps all its fields in JSON', async () => {
    const { client } = fakeService(() => respond(403, { error: LINE_NOT_DELEGATED }, { 'X-Request-Id': 'r-1' }));
    expect(JSON.parse(JSON.stringify(await thrownBy(client.getLine('tn_1'))))).toEqual({
      name: 'ApiError',
      message: `${LINE_NOT_DELEGATED} (403, request r-1)`,
      status: 403,
      reason: 'line_not_accessible',
      requestId: 'r-1',
      attempts: 1,
      mayHaveSucceeded: false,
    });
  });
});

describe('the termination of a line by the client library', () => {
  const details = { status: 'terminated', numberReclaimed: false, terminatedAt: '2026-11-24T00:00:00.000Z' };
  const notYours = () => respond(403, { error: LINE_NOT_DELEGATED });
  const releasedNow = () => respond(409, { error: 'The line was terminated before', code: 'ALREADY_TERMINATED' });

  it('terminateLine returns the details of the termination if the retry after a lost response gets 200', async () => {
    const { client } = fakeService((_, nth) => (nth === 1 ? dropped : respond(200, details)));
    expect(await client.terminateLine('tn_1')).toEqual({ ...details, responseLost: false });
  });

  it.each([
    ['no response arrives, and the retry gets 403', dropped, notYours],
    ['no response arrives, and the retry gets ALREADY_TERMINATED', dropped, releasedNow],
    ['a fault arrives, and the retry gets 403', respond(503, { error: 'Internal server error' }), notYours],
  ])('terminateLine succeeds without details if %s', async (_what, lost, retried) => {
    const { client, sent } = fakeService((_, nth) => (nth === 1 ? lost : retried()));
    expect(await client.terminateLine('tn_1')).toEqual({ status: 'terminated', responseLost: true });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['the first attempt gets 403', [notYours()]],
    ['the first attempt had no effect, because it was over the rate limit', [respond(429, {}), notYours()]],
    ['the account is suspended', [dropped, respond(403, { error: PARTNER_NOT_ACTIVE })]],
    ['a proxy responds with 403', [dropped, respond(403, { error: 'Forbidden' })]],
  ])('terminateLine fails with 403 if %s', async (_what, responses) => {
    const { client } = fakeService((_, nth) => responses[nth - 1] ?? respond(200, {}));
    expect(await thrownBy(client.terminateLine('tn_1'))).toMatchObject({ name: 'ApiError', status: 403 });
  });
});
