import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';

/** 26 characters of Crockford's base 32; sorts by the time of making. */
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
const LINE_ID = new RegExp(`^tn_${ULID}$`);

const RANDOM_CHARACTERS = 16;

/** Its random part is drawn at once: by itself the library asks the system for each character. */
function newUlid(nowMs: number): string {
  const bytes = randomBytes(RANDOM_CHARACTERS);
  let drawn = 0;
  return ulid(nowMs, () => bytes.readUInt8(drawn++) / 256);
}

export const newLineId = (nowMs = Date.now()) => `tn_${newUlid(nowMs)}`;
export const newPartnerId = (nowMs = Date.now()) => `pt_${newUlid(nowMs)}`;
export const newCallId = (nowMs = Date.now()) => `call_${newUlid(nowMs)}`;

/** Read in place of an id that cannot be ours, so that a stranger's id costs the same look-up as an unknown one. */
const NO_LINE_ID = 'tn_00000000000000000000000000';

/** The id if it is of our own form, otherwise one that no line ever has. */
export const knownLineId = (id: string | undefined) => (id !== undefined && LINE_ID.test(id) ? id : NO_LINE_ID);
