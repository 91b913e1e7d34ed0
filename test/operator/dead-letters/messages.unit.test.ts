import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { forEachPageOfMessages } from '../../../operator/dead-letters/messages.ts';
import { fakeSqs } from '../fake-clients.ts';

const Body = 'a message';
const MD5OfBody = createHash('md5').update(Body).digest('hex');

/** Returns the ids that `look` gets if SQS returns these pages, and then the last page again and again. */
async function idsLookedAt(...pages: readonly (readonly string[])[]): Promise<string[]> {
  let received = 0;
  const sqs = fakeSqs(({ operation }) => {
    if (operation !== 'ReceiveMessage') return { body: {} };
    const ids = pages[Math.min(received, pages.length - 1)] ?? [];
    received += 1;
    return {
      body: { Messages: ids.map((id) => ({ MessageId: id, ReceiptHandle: `${id}-${received}`, Body, MD5OfBody })) },
    };
  });
  const found: string[] = [];
  await forEachPageOfMessages(sqs, 'https://sqs.eu-west-1.amazonaws.com/000000000000/failed', async (page) => {
    found.push(...page.map(({ messageId }) => messageId));
    return page;
  });
  return found;
}

describe('the pages of a queue of failed messages', () => {
  it('messages are found even if SQS first returns a page of messages that were seen before', async () => {
    expect(await idsLookedAt(['a', 'b'], ['c'], ['a', 'b'], ['d'], ['b'], [])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('the reading of pages ends if SQS returns only messages that were seen before', async () => {
    expect(await idsLookedAt(['a', 'b'], ['b', 'a'])).toEqual(['a', 'b']);
  });
});
