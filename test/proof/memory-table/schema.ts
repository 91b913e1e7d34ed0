import { TABLE } from '../../../shared/names/table.ts';
import { invalid } from './errors.ts';
import { type Item, type TypeName, typeOf, type Value } from './values.ts';

interface KeyAttribute {
  readonly name: string;
  readonly type: TypeName;
}

/** The table or one of its indexes. */
export interface View {
  readonly name: string | undefined;
  readonly partition: KeyAttribute;
  readonly sort: KeyAttribute;
}

const { dueIndex, partnerIndex, undeliveredIndex } = TABLE;

export const PRIMARY: View = {
  name: undefined,
  partition: { name: TABLE.partitionKey, type: 'S' },
  sort: { name: TABLE.sortKey, type: 'S' },
};

/** The indexes. As far as functions read them, they project keys only. */
export const INDEXES: readonly View[] = [
  {
    name: dueIndex.name,
    partition: { name: dueIndex.partitionKey, type: 'S' },
    sort: { name: dueIndex.sortKey, type: 'N' },
  },
  {
    name: partnerIndex.name,
    partition: { name: partnerIndex.partitionKey, type: 'S' },
    sort: { name: partnerIndex.sortKey, type: 'S' },
  },
  {
    name: undeliveredIndex.name,
    partition: { name: undeliveredIndex.partitionKey, type: 'S' },
    sort: { name: undeliveredIndex.sortKey, type: 'S' },
  },
];

const KEY_ATTRIBUTES = [PRIMARY.partition, PRIMARY.sort];
const KEY_NAMES = KEY_ATTRIBUTES.map(({ name }) => name);

/** DynamoDB's limits on keys and items. */
const MAX_KEY_BYTES = [2048, 1024];
export const MAX_ITEM_BYTES = 400 * 1024;

/** Returns the names of the view's key attributes. For an index, these include the key attributes of the table. */
export const keyNamesOf = ({ name, partition, sort }: View) =>
  name === undefined ? KEY_NAMES : [...KEY_NAMES, partition.name, sort.name];

export const keyOf = (item: Item): Item => pick(item, KEY_NAMES);

export function pick(item: Item, names: readonly string[]): Item {
  const part: Record<string, Value> = {};
  for (const name of names) if (item[name] !== undefined) part[name] = item[name];
  return part;
}

/** Returns the internal id of an item. No key contains a NUL. */
export const idOf = (key: Item) => `${String(key[PRIMARY.partition.name])}\0${String(key[PRIMARY.sort.name])}`;

/** Throws unless the key has exactly the two attributes of the table's key. */
export function rejectWrongKey(key: Item): void {
  rejectWithoutKey(key);
  if (Object.keys(key).length !== KEY_NAMES.length) throw mismatch();
}

export function rejectWithoutKey(item: Item): void {
  KEY_ATTRIBUTES.forEach(({ name, type }, index) => {
    const value = item[name];
    const isText = typeof value === 'string' && type === 'S';
    if (!isText || value === '') throw mismatch();
    if (Buffer.byteLength(value) > (MAX_KEY_BYTES[index] ?? 0)) throw invalid(`The key attribute ${name} is too long`);
  });
}

/** Throws unless each index key is absent or has the type of the index. */
export function rejectWrongIndexKeys(item: Item): void {
  for (const { partition, sort } of INDEXES) {
    for (const { name, type } of [partition, sort]) {
      const value = item[name];
      if (value !== undefined && (typeOf(value) !== type || value === '')) {
        throw invalid(`Type mismatch for Index Key ${name}`);
      }
    }
  }
}

const mismatch = () => invalid('The provided key element does not match the schema');
