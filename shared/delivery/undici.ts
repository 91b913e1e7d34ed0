/** The insides of undici 7.30.2: no other file reaches into them. test/checks/insides.test.ts holds the version. */
import Client from 'undici/lib/dispatcher/client.js';

/** Alone, because the package's main file would double a cold start. */
export { Client };

/** Messages of errors about a socket that the receiver closed before it responded. Their code is not theirs alone. */
export const CLOSED_BY_RECEIVER: ReadonlySet<string> = new Set(['other side closed', 'closed']);
