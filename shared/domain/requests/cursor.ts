import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { INVALID_CURSOR } from '../../contract/failures.ts';
import { type Failure, failure } from './failure.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How long a cursor is valid. */
export const CURSOR_HOURS = 24;
const LIFETIME_MS = CURSOR_HOURS * 3_600_000;
/** The maximum length of a cursor that is decoded, in characters. Our cursors have only a few hundred. */
const MAX_CHARACTERS = 1_024;

const sealed = z.object({ sortKey: z.string(), expiresAtMs: z.number() });

/**
 * Makes and opens the cursors of one list (`binding`: partner, route, line, filter). A cursor works only with
 * the API key and the list that it was made for. It is encrypted with a key derived from the presented API key, so no
 * key has to be stored or fetched.
 */
export const cursorCodec = (apiKey: string, binding: readonly string[], nowMs: () => number) => ({
  /** Returns the cursor of the next page, given the last sort key of this page; `null` for the last page. */
  seal: (lastSortKey: string | null) => lastSortKey && encryptCursor(apiKey, binding, lastSortKey, nowMs()),

  /**
   * Returns the sort key after which the page starts; `undefined` for the first page. The partition key is never in a
   * cursor; it comes from the caller's id or the path. Returns the failure INVALID_CURSOR if the cursor has expired, or
   * was not made for this key and list.
   */
  open(cursor: string | undefined): string | undefined | Failure {
    if (cursor === undefined) return undefined;
    const found = decryptCursor(apiKey, binding, cursor);
    return found && found.expiresAtMs > nowMs() ? found.sortKey : invalid();
  },
});

function encryptCursor(apiKey: string, binding: readonly string[], sortKey: string, nowMs: number): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cursorKey(apiKey), nonce).setAAD(bindingBytes(binding));
  const content = JSON.stringify({ sortKey, expiresAtMs: nowMs + LIFETIME_MS } satisfies z.infer<typeof sealed>);
  return Buffer.concat([nonce, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function decryptCursor(apiKey: string, binding: readonly string[], cursor: string) {
  const bytes = Buffer.from(cursor.slice(0, MAX_CHARACTERS), 'base64url');
  // Accepts only one spelling of each cursor, because the base64 decoder ignores unknown characters and the unused bits
  // of the last character.
  if (bytes.toString('base64url') !== cursor || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, cursorKey(apiKey), bytes.subarray(0, NONCE_BYTES))
      .setAAD(bindingBytes(binding))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return sealed.parse(JSON.parse(content.toString('utf8')));
  } catch {
    return undefined;
  }
}

const cursorKey = (apiKey: string) => Buffer.from(hkdfSync('sha256', apiKey, '', 'page cursor v1', 32));
const bindingBytes = (binding: readonly string[]) => Buffer.from(JSON.stringify(binding));
const invalid = () => failure(INVALID_CURSOR);
