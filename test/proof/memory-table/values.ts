import { isDeepStrictEqual } from 'node:util';

/** The value of an attribute. The service stores no binary values, no sets, and only whole numbers. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** A stored item is immutable. A write replaces it. */
export type Item = Readonly<Record<string, Value>>;

export type TypeName = 'S' | 'N' | 'BOOL' | 'NULL' | 'L' | 'M';

export function typeOf(value: Value): TypeName {
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return 'L';
  return 'M';
}

export const isMap = (value: Value | undefined): value is { [name: string]: Value } =>
  value !== undefined && typeOf(value) === 'M';

/** Returns the stored copy of a command's value, without undefined parts, as our client sends it. */
function stored(input: unknown): Value {
  if (typeof input === 'string' || typeof input === 'boolean' || input === null) return input;
  if (typeof input === 'number') return whole(input);
  if (Array.isArray(input)) return input.filter((member) => member !== undefined).map(stored);
  if (typeof input === 'object' && isPlain(input)) return storedItem(input);
  throw new TypeError(`The table in memory does not store ${String(input)}`);
}

export function storedItem(input: object): { [name: string]: Value } {
  const copy: { [name: string]: Value } = {};
  for (const [name, part] of Object.entries(input)) if (part !== undefined) copy[name] = stored(part);
  return copy;
}

const isPlain = (input: object) => Object.getPrototypeOf(input) === null || input.constructor.name === 'Object';

/** Throws at fractions, and at numbers that JavaScript rounds: DynamoDB's have 38 decimal digits. */
export function whole(number: number): number {
  if (!Number.isSafeInteger(number))
    throw new TypeError(`The table in memory supports whole numbers only, not ${number}`);
  return number;
}

/** Tells whether both values have the same type and content. */
export function equal(left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right));
}

/** Compares two numbers, or two strings by their bytes. Returns the sign, or `undefined` for other types. */
export function order(left: Value | undefined, right: Value | undefined): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return orderOfText(left, right);
  return undefined;
}

/** Characters for which the order of UTF-16 units may differ from that of UTF-8 bytes. */
const BEYOND_SURROGATES = /[\ud800-\uffff]/;

function orderOfText(left: string, right: string): number {
  if (left === right) return 0;
  if (BEYOND_SURROGATES.test(left) || BEYOND_SURROGATES.test(right)) {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return left < right ? -1 : 1;
}

/** Returns the bytes that count towards the limits of items and pages. Approximate for numbers. */
function sizeInBytes(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, member) => sum + sizeInBytes(member) + 1, 3);
  return sizeOfItem(value) + 3 + Object.keys(value).length;
}

/** The sizes of items. An item is immutable, and its size is needed several times. */
const sizes = new WeakMap<Item, number>();

export function sizeOfItem(item: Item): number {
  const known = sizes.get(item);
  if (known !== undefined) return known;
  let sum = 0;
  for (const name in item) sum += Buffer.byteLength(name) + sizeInBytes(item[name] ?? null);
  sizes.set(item, sum);
  return sum;
}
