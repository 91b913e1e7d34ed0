import * as z from 'zod';
import { agentSettings } from '../../shared/contract/lines/agent.ts';
import { integrations } from '../../shared/contract/lines/tenants.ts';
import { partnerState, scopes } from '../../shared/contract/partner.ts';
import { webhookConfiguration } from '../../shared/contract/webhooks.ts';
import { maskPhoneNumber } from '../../shared/domain/calls/phone-number.ts';
import { delegation } from '../../shared/domain/lines/delegation.ts';
import { KEY_HASH_DIGITS, keyState } from '../../shared/domain/partners/api-key.ts';
import { callItem } from '../../shared/store/calls/item.ts';
import { rejectedCall } from '../../shared/store/calls/rejected-calls.ts';
import { deliveryItem } from '../../shared/store/deliveries/item.ts';
import { laneItem } from '../../shared/store/deliveries/lanes.ts';
import { line } from '../../shared/store/lines/item.ts';
import { deletedLine, deletedPartner } from '../../shared/store/partners/deletion.ts';
import { healthItem } from '../../shared/store/partners/health.ts';
import { partnerItem } from '../../shared/store/partners/item.ts';
import type { Key } from '../../shared/store/table/keys.ts';
import { auditEntry } from '../audit/entry.ts';

export type Item = Readonly<Record<string, unknown>>;

export interface ItemKind<Row> {
  /** Reports whether the item with this key is of this kind. */
  has(PK: string, SK: string): boolean;
  /** Parses an item of this kind. Fails if a required attribute is missing, or an attribute is unknown or invalid. */
  read(item: Item): z.ZodSafeParseResult<Row>;
}

/**
 * Returns a kind of item that is recognized by its partition key and its sort key. Both are needed: a line and its
 * calls share a partition key, and deleted lines and partners share a sort key. The schema is strict, so an item with
 * an unknown attribute, such as a summary in the wrong place, cannot be read. Items in memory do not change, so each
 * item is parsed only once.
 */
function defineKind<S extends z.core.$ZodShape>(partition: RegExp, sort: RegExp, shape: S) {
  const schema = z.strictObject({ PK: z.string(), SK: z.string(), ...shape });
  const known = new WeakMap<Item, z.ZodSafeParseResult<z.output<typeof schema>>>();
  return {
    has: (PK: string, SK: string) => partition.test(PK) && sort.test(SK),
    read(item: Item) {
      const result = known.get(item) ?? schema.safeParse(item);
      known.set(item, result);
      return result;
    },
  };
}
const text = z.string();

/** Every kind of item that the table can have. */
export const KINDS = {
  apiKey: defineKind(new RegExp(`^KEY#[0-9a-f]{${KEY_HASH_DIGITS}}$`), /^KEY$/, {
    partnerId: text,
    keyPrefix: text,
    keyState,
    partnerName: text,
    scopes,
    partnerState,
  }),
  partner: defineKind(/^PARTNER#/, /^PARTNER$/, partnerItem.shape),
  deletedPartner: defineKind(/^PARTNER#/, /^DELETED$/, deletedPartner.shape),
  registryEntry: defineKind(/^PARTNERS$/, /^PARTNER#/, { partnerId: text, name: text, createdAt: text }),
  delegation: defineKind(/^PARTNER#/, /^LINE#/, delegation.shape),
  externalId: defineKind(/^PARTNER#/, /^EXT#/, { tenantId: text }),
  webhook: defineKind(/^PARTNER#/, /^WEBHOOK$/, webhookConfiguration.shape),
  secret: defineKind(/^PARTNER#/, /^SECRET$/, {
    ciphertext: text,
    hint: text,
    inForceSince: z.optional(z.iso.datetime({ precision: 3 })),
  }),
  waitingSecret: defineKind(/^PARTNER#/, /^WAITING_SECRET$/, {
    ciphertext: text,
    hint: text,
    waitingSince: z.iso.datetime({ precision: 3 }),
  }),
  lane: defineKind(/^PARTNER#/, /^LANE$/, laneItem.shape),
  health: defineKind(/^HEALTH#/, /^HEALTH$/, healthItem.shape),
  idempotency: defineKind(/^IDEM#/, /^IDEM$/, {
    bodyHash: text,
    tenantId: text,
    response: text,
    expiresAtUnixSeconds: z.int(),
  }),
  // After a purge, a line has no integrations.
  line: defineKind(/^LINE#/, /^LINE$/, { ...line.shape, integrations: z.optional(integrations) }),
  deletedLine: defineKind(/^LINE#/, /^DELETED$/, deletedLine.shape),
  agent: defineKind(/^LINE#/, /^AGENT$/, { ...agentSettings.shape, version: z.int().min(1) }),
  owner: defineKind(/^LINE#/, /^OWNER$/, { partnerId: text }),
  number: defineKind(/^NUMBER#\+/, /^NUMBER$/, { tenantId: text }),
  call: defineKind(/^LINE#/, /^CALL#\d{13}#/, {
    ...callItem.shape,
    callerNumber: z.optional(text.refine((number) => maskPhoneNumber(number) === number)),
  }),
  delivery: defineKind(/^CALL#/, /^DELIVERY$/, {
    ...deliveryItem.shape,
    dueShard: z.optional(text),
    sweepAtMs: z.optional(z.int()),
    deliveriesOf: text,
    recordedAtCallId: text,
    undeliveredShard: z.optional(text),
  }),
  auditEntry: defineKind(/^AUDIT#\d{4}-\d{2}$/, /^\d{13}#[0-9a-f]{16}$/, auditEntry.shape),
  rejectedCall: defineKind(/^REJECTED#\d{4}-\d{2}$/, /^\d{13}#[0-9a-f-]{36}$/, {
    ...rejectedCall.shape,
    expiresAtUnixSeconds: z.int(),
  }),
  rateCount: defineKind(/^RATE#/, /^\d+$/, { hits: z.int().min(1), expiresAtUnixSeconds: z.int() }),
};
export type KindName = keyof typeof KINDS;
export type Row<K extends KindName> = Extract<ReturnType<(typeof KINDS)[K]['read']>, { success: true }>['data'];

const NAMES = Object.keys(KINDS).filter((name): name is KindName => name in KINDS);

/** Returns the kind of the item with this key; undefined if no kind has such a key. */
export const kindOfItem = ({ PK, SK }: Key): KindName | undefined => NAMES.find((name) => KINDS[name].has(PK, SK));

export const itemKey = (item: Item): Key => ({ PK: String(item['PK']), SK: String(item['SK']) });
