/**
 * The internals of undici 7.30.2 that we use. No other file uses them. test/checks/insides.test.ts checks the version.
 */
import type { Socket } from 'node:net';
import Client from 'undici/lib/dispatcher/client.js';

/** `Client` is imported by its own path, because the package's main file takes more than twice as long to load. */
export { Client };

/** The messages of errors about a socket that the receiver closed. undici gives other errors the same code. */
export const CLOSED_BY_RECEIVER: ReadonlySet<string> = new Set(['other side closed', 'closed']);

/** Edits what a socket gives undici's parser. An error that `edit` throws becomes the error of the request. */
export function editReadChunks(socket: Socket, edit: (chunk: Buffer) => Buffer): Socket {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    for (;;) {
      const chunk = read(size);
      if (chunk === null) return null;
      try {
        const edited = edit(chunk);
        // An empty chunk is skipped, because it has nothing to parse.
        if (edited.length > 0) return edited;
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
        return null;
      }
    }
  };
  return socket;
}
