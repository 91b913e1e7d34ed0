import { digestOf, OTHER_SECRET, PLAIN, SECRET, sign, THIRD_SECRET, TOO_OLD_SECONDS } from './signature-headers.ts';
import type { Vector } from './vectors.ts';

/** A vector for a receiver that accepts several secrets during a rotation. */
export interface MultiSecretVector extends Omit<Vector, 'secret'> {
  readonly secrets: readonly string[];
}

const multiSecretVector = (
  expected: string,
  name: string,
  secrets: readonly string[],
  header = sign(PLAIN),
): MultiSecretVector => ({
  ...{ name, expected, secrets, header },
  body: PLAIN,
});

const [OLD, NEW, THIRD] = [OTHER_SECRET, SECRET, THIRD_SECRET];
const SIGNED_WITH_BOTH = `${sign(PLAIN)},v1=${digestOf(sign(PLAIN, 0, OLD))}`;

export const MULTI_SECRET_VECTORS: readonly MultiSecretVector[] = [
  multiSecretVector('GENUINE', 'old secret first, signed with the new one', [OLD, NEW]),
  multiSecretVector('GENUINE', 'new secret first, signed with the new one', [NEW, OLD]),
  multiSecretVector('GENUINE', 'old secret first, signed with the old one', [OLD, NEW], sign(PLAIN, 0, OLD)),
  multiSecretVector('GENUINE', 'new secret first, signed with the old one', [NEW, OLD], sign(PLAIN, 0, OLD)),
  multiSecretVector('GENUINE', 'three secrets, signed with the last one', [THIRD, OLD, NEW]),
  multiSecretVector('GENUINE', 'the same secret twice', [NEW, NEW]),
  multiSecretVector(
    'GENUINE',
    'signed with both secrets; the receiver has only the old secret',
    [OLD],
    SIGNED_WITH_BOTH,
  ),
  multiSecretVector(
    'GENUINE',
    'signed with both secrets; the receiver has only the new secret',
    [NEW],
    SIGNED_WITH_BOTH,
  ),
  multiSecretVector(
    'SIGNATURE_MISMATCH',
    'signed with two secrets; the receiver has neither',
    [THIRD],
    SIGNED_WITH_BOTH,
  ),
  multiSecretVector('GENUINE', 'a list of one secret', [NEW]),
  multiSecretVector('SIGNATURE_MISMATCH', 'two secrets, signed with neither', [OLD, THIRD]),
  multiSecretVector('SIGNATURE_MISMATCH', 'a list of one secret, signed with another secret', [OLD]),
  multiSecretVector(
    'TIMESTAMP_TOO_OLD',
    `signed with the second secret ${TOO_OLD_SECONDS} seconds ago`,
    [OLD, NEW],
    sign(PLAIN, TOO_OLD_SECONDS),
  ),
  multiSecretVector(
    'TIMESTAMP_TOO_NEW',
    `signed with the second secret ${TOO_OLD_SECONDS} seconds in the future`,
    [OLD, NEW],
    sign(PLAIN, -TOO_OLD_SECONDS),
  ),
  multiSecretVector('SIGNATURE_MISSING', 'two secrets, no header', [OLD, NEW], ''),
  multiSecretVector('SECRET_INVALID', 'an empty list', []),
  multiSecretVector('SECRET_INVALID', 'a list of one empty secret', ['']),
  multiSecretVector('SECRET_INVALID', 'an empty secret after the right one', [NEW, '']),
  multiSecretVector('SECRET_INVALID', 'a malformed secret before the right one', [OLD.slice(0, -1), NEW]),
  multiSecretVector('SECRET_INVALID', 'two secrets in one string, not split at the comma', [`${OLD},${NEW}`]),
];
