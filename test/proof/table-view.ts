import * as z from 'zod';
import { auditEntry } from '../../operator/audit/entry.ts';
import { agentSettings } from '../../shared/contract/lines/agent.ts';
import { integrations } from '../../shared/contract/lines/tenants.ts';
import { partnerState, scopes } from '../../shared/contract/partner.ts';
import { webhookConfiguration } from '../../shared/contract/webhooks.ts';
import { delegation, line } from '../../shared/domain/lines/line.ts';
import { callItem } from '../../shared/store/calls/item.ts';
import { deliveryItem } from '../../shared/store/deliveries/item.ts';
import { laneItem } from '../../shared/store/deliveries/lanes.ts';
import { keyState } from '../../shared/store/partners/api-keys.ts';
import { healthItem } from '../../shared/store/partners/health.ts';
import { partnerItem } from '../../shared/store/partners/item.ts';
import type { Key } from '../../shared/store/table/keys.ts';

export type Item = Readonly<Record<string, unknown>>;

/**
 * Returns a function that reads an item of this shape. It is strict, so that an item with an unknown attribute, such as
 * a summary in the wrong place, is unreadable. Stored items are immutable, so each is read only once.
 */
function row<S extends z.core.$ZodShape>(shape: S) {
  const schema = z.strictObject({ PK: z.string(), SK: z.string(), ...shape });
  const known = new WeakMap<Item, z.ZodSafeParseResult<z.output<typeof schema>>>();
  return (item: Item) => {
    const result = known.get(item) ?? schema.safeParse(item);
    known.set(item, result);
    return result;
  };
}
const text = z.string();

const READERS = {
  apiKey: row({ partnerId: text, keyPrefix: text, keyState, partnerName: text, scopes, partnerState }),
  partner: row(partnerItem.shape),
  registryEntry: row({ partnerId: text, name: text, createdAt: text }),
  delegation: row(delegation.shape),
  externalId: row({ tenantId: text }),
  webhook: row(webhookConfiguration.shape),
  secret: row({ ciphertext: text, hint: text, inForceSince: z.optional(z.iso.datetime({ precision: 3 })) }),
  waitingSecret: row({ ciphertext: text, hint: text, waitingSince: z.iso.datetime({ precision: 3 }) }),
  lane: row(laneItem.shape),
  health: row(healthItem.shape),
  idempotency: row({ bodyHash: text, tenantId: text, response: text, expiresAtUnixSeconds: z.int() }),
  // A purged line has no integrations.
  line: row({ ...line.shape, integrations: z.optional(integrations) }),
  agent: row({ ...agentSettings.shape, version: z.int().min(1) }),
  owner: row({ partnerId: text }),
  number: row({ tenantId: text }),
  call: row({ ...callItem.shape, callerNumber: z.optional(text.regex(/^\*+\d{0,4}$/)) }),
  delivery: row({
    ...deliveryItem.shape,
    dueShard: z.optional(text),
    sweepAtMs: z.optional(z.int()),
    deliveriesOf: text,
    recordedAtCallId: text,
  }),
  auditEntry: row(auditEntry.shape),
  rateCount: row({ hits: z.int().min(1), expiresAtUnixSeconds: z.int() }),
};
type Kind = keyof typeof READERS;
export type Row<K extends Kind> = Extract<ReturnType<(typeof READERS)[K]>, { success: true }>['data'];

/** The kinds of item by partition and sort key. Both matter: a call's sort key begins like a delivery's partition. */
const FORMS: readonly (readonly [Kind, partition: RegExp, sort: RegExp])[] = [
  ['apiKey', /^KEY#[0-9a-f]{64}$/, /^KEY$/],
  ['partner', /^PARTNER#/, /^PARTNER$/],
  ['registryEntry', /^PARTNERS$/, /^PARTNER#/],
  ['delegation', /^PARTNER#/, /^LINE#/],
  ['externalId', /^PARTNER#/, /^EXT#/],
  ['webhook', /^PARTNER#/, /^WEBHOOK$/],
  ['secret', /^PARTNER#/, /^SECRET$/],
  ['waitingSecret', /^PARTNER#/, /^WAITING_SECRET$/],
  ['lane', /^PARTNER#/, /^LANE$/],
  ['health', /^HEALTH#/, /^HEALTH$/],
  ['idempotency', /^IDEM#/, /^IDEM$/],
  ['line', /^LINE#/, /^LINE$/],
  ['agent', /^LINE#/, /^AGENT$/],
  ['owner', /^LINE#/, /^OWNER$/],
  ['call', /^LINE#/, /^CALL#\d{13}#/],
  ['number', /^NUMBER#\+/, /^NUMBER$/],
  ['delivery', /^CALL#/, /^DELIVERY$/],
  ['auditEntry', /^AUDIT#\d{4}-\d{2}$/, /^\d{13}#[0-9a-f]{16}$/],
  ['rateCount', /^RATE#/, /^\d+$/],
];

const kindOf = (PK: string, SK: string): Kind | undefined =>
  FORMS.find(([, partition, sort]) => partition.test(PK) && sort.test(SK))?.[0];

export type TableView = ReturnType<typeof tableView>;

/** Returns all items of the table by kind. `unreadable` names those that cannot be parsed. */
export function tableView(items: readonly Item[]) {
  const byKind = new Map<Kind, Item[]>();
  const byKey = new Map<string, Item>();
  const unreadable: string[] = [];
  for (const item of items) {
    const [PK, SK] = [String(item['PK']), String(item['SK'])];
    const kind = kindOf(PK, SK);
    byKey.set(nameOf({ PK, SK }), item);
    if (kind === undefined) unreadable.push(`${PK} ${SK} is an unknown kind of item`);
    else byKind.set(kind, [...(byKind.get(kind) ?? []), item]);
  }
  const rows = <T>(kind: Kind, read: (item: Item) => z.ZodSafeParseResult<T>): T[] =>
    (byKind.get(kind) ?? []).flatMap((item) => {
      const result = read(item);
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
    apiKeys: rows('apiKey', READERS.apiKey),
    partners: rows('partner', READERS.partner),
    registry: rows('registryEntry', READERS.registryEntry),
    delegations: rows('delegation', READERS.delegation),
    externalIds: rows('externalId', READERS.externalId),
    webhooks: rows('webhook', READERS.webhook),
    secrets: rows('secret', READERS.secret),
    waitingSecrets: rows('waitingSecret', READERS.waitingSecret),
    lanes: rows('lane', READERS.lane),
    healths: rows('health', READERS.health),
    idempotencyRecords: rows('idempotency', READERS.idempotency),
    lines: rows('line', READERS.line),
    agents: rows('agent', READERS.agent),
    owners: rows('owner', READERS.owner),
    numbers: rows('number', READERS.number),
    calls: rows('call', READERS.call),
    deliveries: rows('delivery', READERS.delivery),
    auditEntries: rows('auditEntry', READERS.auditEntry),
    rateCounts: rows('rateCount', READERS.rateCount),
  };
}

/** No key contains a NUL. */
const nameOf = ({ PK, SK }: Key) => `${PK}\0${SK}`;
