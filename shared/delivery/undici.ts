/** The insides of undici 7.30.2: no other file reaches into them. test/checks/insides.test.ts holds the version. */
import Client from 'undici/lib/dispatcher/client.js';

/** Alone, because the package's main file would double a cold start. */
export { Client };

/** What undici says of a socket that the receiver closed before it had responded; their code is that of other faults too. */
const CLOSED = new Set(['other side closed', 'closed']);

export const isClosedByReceiver = (error: Error) => CLOSED.has(error.message);
