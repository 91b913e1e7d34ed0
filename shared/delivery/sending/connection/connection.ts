import type { buildConnector } from 'undici';
import { MAX_HEAD_BYTES, type ResponseHeadEditor, responseHeadEditor } from './response-heads.ts';
import { Client, editReadChunks } from './undici.ts';

export interface Connection {
  readonly client: Client;
  readonly heads: ResponseHeadEditor;
}

/**
 * Returns a connection that opens with its first request. It closes after at most `maxIdleMs` without a request, except
 * while the function is frozen.
 */
export function openConnection(origin: string, connect: buildConnector.connector, maxIdleMs: number): Connection {
  const heads = responseHeadEditor();
  const client = new Client(origin, {
    pipelining: 1,
    maxHeaderSize: MAX_HEAD_BYTES,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    // If a receiver announces in `Keep-Alive` when it will close the connection, we close the connection at least this
    // many milliseconds earlier.
    keepAliveTimeoutThreshold: 1_000,
    // undici's timeouts are off, because our own timeout also covers DNS and connecting, and is exact.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error ? callback(error, null) : callback(null, editReadChunks(socket, heads.edit)),
      ),
  });
  return { client, heads };
}
