import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { requireAccessKey, XML_REJECTION } from '../http/access-key.ts';
import type { LoopbackService } from '../http/json-service.ts';
import { BodyTooLarge, readText } from '../http/request-body.ts';

export interface Publication {
  /** The name of the topic, without the rest of its ARN. */
  readonly topic: string;
  readonly message: string;
}

const publish = z.object({
  Action: z.literal('Publish'),
  TopicArn: z.string().regex(/^arn:aws:sns:/),
  Message: z.string().min(1),
});

/** The largest body of a request. SNS's limit for a message is 256 KiB, and a form may encode one byte as three. */
const LIMIT_BYTES = 3 * 256 * 1024 + 4_096;

interface Settings {
  readonly accessKeyId: string;
  readonly onMessage: (published: Publication) => void;
}

/**
 * Stands in for SNS on loopback. Serves the one operation that the functions use, in the protocol of the SDK: a form as
 * the request, and XML as the response.
 */
export async function startSns({ accessKeyId, onMessage }: Settings): Promise<LoopbackService> {
  const listener: RequestListener = (request, response) => {
    readText(request, LIMIT_BYTES)
      .then((body) => {
        const { success, data } = publish.safeParse(Object.fromEntries(new URLSearchParams(body)));
        if (!success) return sendXml(response, 400, INVALID);
        onMessage({ topic: data.TopicArn.split(':').at(-1) ?? '', message: data.Message });
        sendXml(response, 200, publishResponse(randomUUID()));
      })
      .catch((error: unknown) => {
        if (error instanceof BodyTooLarge) sendXml(response, 413, INVALID);
        else response.destroy();
      });
  };
  const server = createServer(requireAccessKey(accessKeyId, listener, XML_REJECTION));
  return { endpoint: `http://127.0.0.1:${await listen(server, 0)}`, close: () => closeServer(server) };
}

const NAMESPACE = 'xmlns="http://sns.amazonaws.com/doc/2010-03-31/"';
const INVALID = `<ErrorResponse ${NAMESPACE}><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Only Publish with a topic and a message is served</Message></Error></ErrorResponse>`;
const publishResponse = (id: string) =>
  `<PublishResponse ${NAMESPACE}><PublishResult><MessageId>${id}</MessageId></PublishResult></PublishResponse>`;

function sendXml(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
}
