import { ulid } from 'ulid';

/** 26 characters of Crockford's base 32; sorts by the time of making. */
const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
const LINE_ID = new RegExp(`^tn_${ULID}$`);

export const newLineId = () => `tn_${ulid()}`;
export const newPartnerId = () => `pt_${ulid()}`;
export const newCallId = () => `call_${ulid()}`;

/** Read in place of an id that cannot be ours, so that a stranger's id costs the same look-up as an unknown one. */
const NO_LINE_ID = 'tn_00000000000000000000000000';

/** The id if it is of our own form, otherwise one that no line ever has. */
export const knownLineId = (id: string | undefined) => (id !== undefined && LINE_ID.test(id) ? id : NO_LINE_ID);
