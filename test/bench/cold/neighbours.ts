/**
 * Runs as a separate process: queues that accept everything, a key service with one secret, and a receiver that accepts
 * every event. The process sends its port to the parent process and ends when the parent ends.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { SECRET } from '../../support/receivers/signature.ts';

const batch = z.object({ Entries: z.array(z.object({ Id: z.string(), MessageBody: z.string() })) });

function responseTo(target: string | undefined, body: string): object {
  if (target === 'TrentService.Decrypt') return { Plaintext: Buffer.from(SECRET).toString('base64'), KeyId: 'key' };
  if (target === 'AmazonSQS.SendMessageBatch') {
    const { Entries } = batch.parse(JSON.parse(body));
    const accepted = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: randomUUID(),
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    return { Successful: accepted, Failed: [] };
  }
  return {};
}

const server = createServer(async (request, response) => {
  const target = request.headers['x-amz-target'];
  const content = JSON.stringify(responseTo(target?.toString(), await text(request)));
  response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': content.length });
  response.end(content);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
