import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { visibleAscii } from '../contract/text.ts';

/** A ULID: 26 characters of Crockford's base 32. ULIDs sort by the time at which they were made. */
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
export const LINE_PREFIX = 'tn_';
export const PARTNER_PREFIX = 'pt_';
const LINE_ID = new RegExp(`^${LINE_PREFIX}${ULID}$`);

const RANDOM_CHARACTERS = 16;

/** Makes a new ULID with one call for random bytes. The library alone makes one call for each character. */
function newUlid(nowMs: number): string {
  const bytes = randomBytes(RANDOM_CHARACTERS);
  let drawn = 0;
  return ulid(nowMs, () => bytes.readUInt8(drawn++) / 256);
}

export const newLineId = (nowMs = Date.now()) => `${LINE_PREFIX}${newUlid(nowMs)}`;
export const newPartnerId = (nowMs = Date.now()) => `${PARTNER_PREFIX}${newUlid(nowMs)}`;
export const newCallId = (nowMs = Date.now()) => `call_${newUlid(nowMs)}`;

export const CALL_ID_CHARACTERS = 128;
/** A call's id, which the voice platform chooses. It is ASCII, because it is part of a header and of a table key. */
export const callIdSchema = () => visibleAscii(CALL_ID_CHARACTERS);

/** The id that is looked up in place of a malformed id, so that the look-up takes as long as for an unknown id. */
const NO_LINE_ID = LINE_PREFIX + '0'.repeat(26);

/** Returns the id if it has the form of our line ids; otherwise, an id that no line ever has. */
export const lineIdOrUnusedId = (id: string | undefined) => (id !== undefined && LINE_ID.test(id) ? id : NO_LINE_ID);
