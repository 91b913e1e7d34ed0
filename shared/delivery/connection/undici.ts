/**
 * The internals of undici 7.30.2 that we use. No other file uses them. test/checks/insides.test.ts checks the version.
 */
import Client from 'undici/lib/dispatcher/client.js';

/** `Client` is imported by its own path, because the package's main file would double the time of a cold start. */
export { Client };

/**
 * Messages of errors about a socket that the receiver closed before it responded. The error code is not enough to
 * recognize these errors, because other errors have the same code.
 */
export const CLOSED_BY_RECEIVER: ReadonlySet<string> = new Set(['other side closed', 'closed']);
