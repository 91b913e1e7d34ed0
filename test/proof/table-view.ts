import * as z from 'zod';
import { auditEntry } from '../../operator/audit/entry.ts';
import { agentSettings } from '../../shared/contract/lines/agent.ts';
import { integrations } from '../../shared/contract/lines/tenants.ts';
import { partnerState, scopes } from '../../shared/contract/partner.ts';
import { webhookConfiguration } from '../../shared/contract/webhooks.ts';
import { delegation, line } from '../../shared/domain/lines/line.ts';
import { callItem } from '../../shared/store/calls/item.ts';
import { rejectedCall } from '../../shared/store/calls/rejected.ts';
import { deliveryItem } from '../../shared/store/deliveries/item.ts';
import { laneItem } from '../../shared/store/deliveries/lanes.ts';
import { keyState } from '../../shared/store/partners/api-keys.ts';
import { healthItem } from '../../shared/store/partners/health.ts';
import { partnerItem } from '../../shared/store/partners/item.ts';
import type { Key } from '../../shared/store/table/keys.ts';

export type Item = Readonly<Record<string, unknown>>;

/**
 * A kind of item, which its partition and sort key tell. Both matter: a call's sort key begins like a delivery's
 * partition. The reader is strict, so that an item with an unknown attribute, such as a summary in the wrong place, is
 * unreadable. Stored items are immutable, so each is read only once.
 */
function kind<S extends z.core.$ZodShape>(partition: RegExp, sort: RegExp, shape: S) {
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

const KINDS = {
  apiKey: kind(/^KEY#[0-9a-f]{64}$/, /^KEY$/, {
    partnerId: text,
    keyPrefix: text,
    keyState,
    partnerName: text,
    scopes,
    partnerState,
  }),
  partner: kind(/^PARTNER#/, /^PARTNER$/, partnerItem.shape),
  registryEntry: kind(/^PARTNERS$/, /^PARTNER#/, { partnerId: text, name: text, createdAt: text }),
  delegation: kind(/^PARTNER#/, /^LINE#/, delegation.shape),
  externalId: kind(/^PARTNER#/, /^EXT#/, { tenantId: text }),
  webhook: kind(/^PARTNER#/, /^WEBHOOK$/, webhookConfiguration.shape),
  secret: kind(/^PARTNER#/, /^SECRET$/, {
    ciphertext: text,
    hint: text,
    inForceSince: z.optional(z.iso.datetime({ precision: 3 })),
  }),
  waitingSecret: kind(/^PARTNER#/, /^WAITING_SECRET$/, {
    ciphertext: text,
    hint: text,
    waitingSince: z.iso.datetime({ precision: 3 }),
  }),
  lane: kind(/^PARTNER#/, /^LANE$/, laneItem.shape),
  health: kind(/^HEALTH#/, /^HEALTH$/, healthItem.shape),
  idempotency: kind(/^IDEM#/, /^IDEM$/, {
    bodyHash: text,
    tenantId: text,
    response: text,
    expiresAtUnixSeconds: z.int(),
  }),
  // A purged line has no integrations.
  line: kind(/^LINE#/, /^LINE$/, { ...line.shape, integrations: z.optional(integrations) }),
  agent: kind(/^LINE#/, /^AGENT$/, { ...agentSettings.shape, version: z.int().min(1) }),
  owner: kind(/^LINE#/, /^OWNER$/, { partnerId: text }),
  number: kind(/^NUMBER#\+/, /^NUMBER$/, { tenantId: text }),
  call: kind(/^LINE#/, /^CALL#\d{13}#/, { ...callItem.shape, callerNumber: z.optional(text.regex(/^\*+\d{0,4}$/)) }),
  delivery: kind(/^CALL#/, /^DELIVERY$/, {
    ...deliveryItem.shape,
    dueShard: z.optional(text),
    sweepAtMs: z.optional(z.int()),
    deliveriesOf: text,
    recordedAtCallId: text,
  }),
  auditEntry: kind(/^AUDIT#\d{4}-\d{2}$/, /^\d{13}#[0-9a-f]{16}$/, auditEntry.shape),
  rejectedCall: kind(/^REJECTED#\d{4}-\d{2}$/, /^\d{13}#[0-9a-f-]{36}$/, {
    ...rejectedCall.shape,
    expiresAtUnixSeconds: z.int(),
  }),
  rateCount: kind(/^RATE#/, /^\d+$/, { hits: z.int().min(1), expiresAtUnixSeconds: z.int() }),
};
type Kind = keyof typeof KINDS;
export type Row<K extends Kind> = Extract<ReturnType<(typeof KINDS)[K]['read']>, { success: true }>['data'];

export type TableView = ReturnType<typeof tableView>;

/** Returns all items of the table by kind. `unreadable` names those that cannot be parsed. */
export function tableView(items: readonly Item[]) {
  const byKind = new Map<object, Item[]>();
  const byKey = new Map<string, Item>();
  const unreadable: string[] = [];
  for (const item of items) {
    const [PK, SK] = [String(item['PK']), String(item['SK'])];
    const found = Object.values(KINDS).find((one) => one.has(PK, SK));
    byKey.set(nameOf({ PK, SK }), item);
    if (found === undefined) unreadable.push(`${PK} ${SK} is an unknown kind of item`);
    else byKind.set(found, [...(byKind.get(found) ?? []), item]);
  }
  const rows = <T>(of: { readonly read: (item: Item) => z.ZodSafeParseResult<T> }): T[] =>
    (byKind.get(of) ?? []).flatMap((item) => {
      const result = of.read(item);
      if (result.success) return [result.data];
      const where = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
      unreadable.push(`${String(item['PK'])} ${String(item['SK'])}: ${where.join('; ')}`);
      return [];
    });
  return {
    items,
    unreadable,
    /** Returns the stored item with this key. */
    at: (key: Key): Item | undefined => byKey.get(nameOf(key)),
    apiKeys: rows(KINDS.apiKey),
    partners: rows(KINDS.partner),
    registry: rows(KINDS.registryEntry),
    delegations: rows(KINDS.delegation),
    externalIds: rows(KINDS.externalId),
    webhooks: rows(KINDS.webhook),
    secrets: rows(KINDS.secret),
    waitingSecrets: rows(KINDS.waitingSecret),
    lanes: rows(KINDS.lane),
    healths: rows(KINDS.health),
    idempotencyRecords: rows(KINDS.idempotency),
    lines: rows(KINDS.line),
    agents: rows(KINDS.agent),
    owners: rows(KINDS.owner),
    numbers: rows(KINDS.number),
    calls: rows(KINDS.call),
    deliveries: rows(KINDS.delivery),
    auditEntries: rows(KINDS.auditEntry),
    rateCounts: rows(KINDS.rateCount),
  };
}

/** No key contains a NUL. */
const nameOf = ({ PK, SK }: Key) => `${PK}\0${SK}`;
