import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Scope } from '../contract/routes.ts';
import { newApiKey } from '../domain/api-key.ts';
import { newPartnerId } from '../domain/ids.ts';
import type { Table } from './connect.ts';
import { keys } from './keys.ts';
import { keyItemOf, type Partner, partnerItem } from './partner-item.ts';

/** A signing secret as the table keeps it. */
export interface SealedSecret {
  /** Base64 of what KMS answered; the encryption context names the partner. */
  readonly ciphertext: string;
  /** Last four characters of the secret. */
  readonly hint: string;
}

export interface NewPartner {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Absent: no limit on lines. */
  readonly quota?: number | undefined;
}

interface Deps {
  readonly table: Table;
  /** Makes a signing secret for the partner and seals it. */
  readonly issueSecret: (partnerId: string) => Promise<SealedSecret>;
  readonly nowMs: () => number;
}

/**
 * Partner, registry entry, API key and signing secret come into being together or not at all.
 * The key is in the answer this once; the table holds only its hash.
 */
export async function createPartner(
  { table, issueSecret, nowMs }: Deps,
  { name, scopes, quota }: NewPartner,
): Promise<{ partner: Partner; apiKey: string }> {
  const partnerId = newPartnerId();
  const { apiKey, ...key } = newApiKey();
  const createdAt = new Date(nowMs()).toISOString();
  const partner: Partner = {
    partnerId,
    name,
    scopes: [...scopes],
    state: 'active',
    lineCount: 0,
    ...key,
    keyState: 'active',
    createdAt,
    ...(quota === undefined ? {} : { quota }),
  };
  const secret = await issueSecret(partnerId);
  const items = [
    { ...keys.partner(partnerId), ...partner },
    { ...keys.registryEntry(partnerId), partnerId, name, createdAt },
    { ...keys.apiKey(key.keyHash), ...keyItemOf(partner) },
    { ...keys.secret(partnerId), ...secret },
  ];
  await table.db.send(
    new TransactWriteCommand({
      TransactItems: items.map((Item) => ({
        Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' },
      })),
    }),
  );
  return { partner, apiKey };
}

/** The partner as it is now. */
export async function findPartner({ db, name }: Table, partnerId: string): Promise<Partner | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: name, Key: keys.partner(partnerId), ConsistentRead: true }),
  );
  return Item && partnerItem.parse(Item);
}
