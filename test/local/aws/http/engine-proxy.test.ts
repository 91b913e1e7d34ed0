import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEngineProxy } from '../../../../local/aws/http/engine-proxy.ts';
import type { LoopbackService } from '../../../../local/aws/http/json-service.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';

const OF_ENGINE = { accessKeyId: 'THEIRS', secretAccessKey: 'secret' };

let engine: Server;
let endpoint: string;
let port: LoopbackService | undefined;
let seen: { authorization: string | undefined; body: string }[];
beforeEach(async () => {
  seen = [];
  engine = createServer(async (request, response) => {
    seen.push({ authorization: request.headers.authorization, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"QueueUrl":"http://q"}');
  });
  endpoint = `http://127.0.0.1:${await listen(engine, 0)}`;
});
afterEach(async () => {
  await port?.close();
  await closeServer(engine);
});

const start = () =>
  startEngineProxy({
    ...{ endpoint, flag: '--sqs-endpoint', accessKeyId: TEST_ACCESS.accessKeyId, credentials: OF_ENGINE },
  });

describe('the port in front of an engine that the user provides', () => {
  it("the port in front of a user's engine signs requests with the engine's access key", async () => {
    port = await start();
    const sqs = new SQSClient(testSettings(port.endpoint));
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'main' }));
    expect([QueueUrl, seen.length]).toEqual(['http://q', 1]);
    expect(seen[0]?.body).toBe('{"QueueName":"main"}');
    expect(seen[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=THEIRS\/\d{8}\/eu-west-1\/sqs\/aws4_request, SignedHeaders=content-type;host;x-amz-date/,
    );
  });

  it("the port in front of a user's engine rejects a request without the access key of the service", async () => {
    port = await start();
    const sqs = new SQSClient({ ...testSettings(port.endpoint), credentials: OF_ENGINE, maxAttempts: 1 });
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'main' }))).rejects.toThrow('needs the access key');
    expect(seen).toEqual([]);
  });

  it("the service does not start if the user's engine does not respond", async () => {
    await closeServer(engine);
    await expect(start()).rejects.toThrow(/^The service cannot start: no engine responds at .* \(--sqs-endpoint\)\.$/);
  });
});
