import { digestOf, OTHER_SECRET, PLAIN, SECRET, sign, THIRD_SECRET, TOO_OLD_SECONDS } from './signature-headers.ts';
import type { Vector } from './vectors.ts';

/** A vector for a receiver that accepts several secrets during a rotation. */
export interface MultiSecretVector extends Omit<Vector, 'secret'> {
  readonly secrets: readonly string[];
}

const ofSeveral = (
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

export const VECTORS_OF_SEVERAL: readonly MultiSecretVector[] = [
  ofSeveral('GENUINE', 'old secret first, signed with the new one', [OLD, NEW]),
  ofSeveral('GENUINE', 'new secret first, signed with the new one', [NEW, OLD]),
  ofSeveral('GENUINE', 'old secret first, signed with the old one', [OLD, NEW], sign(PLAIN, 0, OLD)),
  ofSeveral('GENUINE', 'new secret first, signed with the old one', [NEW, OLD], sign(PLAIN, 0, OLD)),
  ofSeveral('GENUINE', 'three secrets, signed with the last one', [THIRD, OLD, NEW]),
  ofSeveral('GENUINE', 'the same secret twice', [NEW, NEW]),
  ofSeveral('GENUINE', 'signed with both secrets; the receiver has only the old secret', [OLD], SIGNED_WITH_BOTH),
  ofSeveral('GENUINE', 'signed with both secrets; the receiver has only the new secret', [NEW], SIGNED_WITH_BOTH),
  ofSeveral('SIGNATURE_MISMATCH', 'signed with two secrets; the receiver has neither', [THIRD], SIGNED_WITH_BOTH),
  ofSeveral('GENUINE', 'a list of one secret', [NEW]),
  ofSeveral('SIGNATURE_MISMATCH', 'two secrets, signed with neither', [OLD, THIRD]),
  ofSeveral('SIGNATURE_MISMATCH', 'a list of one secret, signed with a different one', [OLD]),
  ofSeveral(
    'TIMESTAMP_TOO_OLD',
    `signed with the second secret ${TOO_OLD_SECONDS} seconds ago`,
    [OLD, NEW],
    sign(PLAIN, TOO_OLD_SECONDS),
  ),
  ofSeveral(
    'TIMESTAMP_TOO_NEW',
    `signed with the second secret ${TOO_OLD_SECONDS} seconds in the future`,
    [OLD, NEW],
    sign(PLAIN, -TOO_OLD_SECONDS),
  ),
  ofSeveral('SIGNATURE_MISSING', 'two secrets, no header', [OLD, NEW], ''),
  ofSeveral('SECRET_INVALID', 'an empty list', []),
  ofSeveral('SECRET_INVALID', 'a list of one empty secret', ['']),
  ofSeveral('SECRET_INVALID', 'an empty secret after the right one', [NEW, '']),
  ofSeveral('SECRET_INVALID', 'a malformed secret before the right one', [OLD.slice(0, -1), NEW]),
  ofSeveral('SECRET_INVALID', 'two secrets in one string, not split at the comma', [`${OLD},${NEW}`]),
];
