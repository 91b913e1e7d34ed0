import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { defineCommand, sharedOptions, type WatchedTarget } from '../command.ts';
import { compareTables } from '../restore/compare.ts';
import { repairTable } from '../restore/repair-table.ts';
import type { List } from '../whole-table/capped-list.ts';
import { keyText, parseKey } from '../whole-table/key-text.ts';
import { announceCost, readTableSize } from '../whole-table/table-size.ts';

const from = z.string().min(1).describe('name of the restored table, in the same account and region');
const partner = sharedOptions.partner.optional().describe('only this partner, with its lines and calls');

/** About how many read units each item costs in addition to the read of the whole table. */
const FURTHER_READS_PER_ITEM = 3;

export const RESTORE_COMMANDS = {
  'restore compare': defineCommand({
    summary: 'Compare a restored table with the table in use: what is missing, different or extra in the table in use',
    options: z.object({ from, partner }),
    reads: async (target, options) => {
      const restored = await findRestoredTable(target, options.from, {
        partnerId: options.partner,
        isInUseRead: true,
      });
      const { missing, different, extra } = await compareTables(target, {
        ...{ restored, inUse: target.table, partnerId: options.partner },
      });
      const lists = { missing, different, extra };
      const value = { missing: missing.entries, different: different.entries, extra: extra.entries };
      const readable = Object.entries(lists).flatMap(([name, list]) => [
        `${name}: ${list.count()}`,
        ...(list.count() === 0 ? [] : [list.entries.map((key) => ({ key }))]),
      ]);
      return {
        value,
        readable,
        warnings: Object.entries(lists).flatMap(([name, list]) => unlistedSentences(name, list)),
      };
    },
  }),
  'restore copy': defineCommand({
    summary: 'Copy items from a restored table if they are missing or damaged in the table in use',
    options: z
      .object({
        from,
        partner,
        key: z
          .string()
          .regex(/^\S+ \S/, 'must be a key as `restore compare` prints it')
          .transform(parseKey)
          .optional()
          .describe(
            'restore this item, even in place of a sound one, and the damaged items of the same partner, line or call. A sound delivery is replaced only if its call was deleted. Nothing is restored that would break an invariant',
          ),
        lost: z.literal(true).optional().describe('if the whole table was lost: also restore keys and numbers'),
        dryRun: z.boolean().default(false).describe('only say which items would be copied; change nothing'),
      })
      .refine(({ partner: one, key, lost }) => [one, key, lost].filter(Boolean).length < 2, {
        message: 'give only one of --partner, --key and --lost',
      }),
    harm: ({ from: name, partner: partnerId, key, dryRun }) =>
      dryRun
        ? undefined
        : `This copies items ${partnerId === undefined ? '' : `of partner ${partnerId} `}from table ${name} in place of missing and damaged ones${key === undefined ? '' : `, and in place of ${keyText(key)}`}.`,
    changes: async (target, { partner: partnerId, key, lost = false, dryRun, ...options }) => {
      const restored = await findRestoredTable(target, options.from, { partnerId, key });
      const wanted = { restored, inUse: target.table, partnerId, key, isLost: lost, isDryRun: dryRun };
      const work = () => repairTable(target, wanted);
      const { copied, left, corrected } = dryRun
        ? await work()
        : await withAuditEntry(target, { target: `items of table ${restored.name}`, partnerId }, work, (result) =>
            endingOfChange(
              result.left.count() === 0,
              `${result.copied.count()} items copied, ${result.left.count()} left out`,
            ),
          );
      const done = dryRun ? 'Items that would be copied' : 'Items copied';
      const readable = [
        `${done}: ${copied.count()}`,
        ...(copied.count() === 0 ? [] : [copied.entries.map((text) => ({ key: text }))]),
        ...(left.count() === 0 ? [] : ['Left out:', left.entries]),
      ];
      const problems = left.count() === 0 ? [] : [`Items left out: ${left.count()}.`];
      return {
        value: { copied: copied.entries, leftOut: left.entries },
        readable,
        warnings: [
          ...corrected.map((id) => `The line count of partner ${id} was wrong. It has been corrected.`),
          ...unlistedSentences('copied', copied),
          ...unlistedSentences('left out', left),
        ],
        problems,
      };
    },
  }),
};

const unlistedSentences = (name: string, list: List<unknown>): string[] => {
  const more = list.count() - list.entries.length;
  return more === 0 ? [] : [`${more} more items under "${name}" are not listed.`];
};

interface Restored {
  readonly partnerId?: string | undefined;
  readonly key?: Key | undefined;
  /** Whether the command reads not only the restored table, but also the whole table in use. */
  readonly isInUseRead?: boolean;
}

/**
 * Announces what it costs to read the restored table and, with `isInUseRead`, the table in use. With a `key`, announces
 * nothing: usually only a few items are read. Throws a Problem if the restored table or the partner does not exist.
 */
async function findRestoredTable(
  target: WatchedTarget,
  name: string,
  { partnerId, key, isInUseRead = false }: Restored,
): Promise<Table> {
  if (name === target.table.name) throw new Problem(`${name} is the table in use. Name the restored table.`);
  const restored = { ...target.table, name };
  try {
    if (partnerId !== undefined) await rejectUnknownPartner(partnerId, [restored, target.table]);
    if (key !== undefined) await readTableSize(target, name);
    else await announceCost(target, isInUseRead ? [name, target.table.name] : [name], FURTHER_READS_PER_ITEM);
  } catch (error) {
    throw error instanceof ResourceNotFoundException ? new Problem(`There is no table ${name}.`) : error;
  }
  return restored;
}

/**
 * Throws a Problem if neither table has the partner, or the record of its deletion. Without this check, a mistyped id
 * would seem to have no missing items.
 */
async function rejectUnknownPartner(partnerId: string, tables: readonly Table[]): Promise<void> {
  const wanted = [keys.partner(partnerId), keys.deletedPartner(partnerId)];
  const found = await Promise.all(
    tables.map(async (table) => {
      // Uses BatchGetItem, because operators have no right to use GetItem on a restored table.
      const itemAt = await batchGet(table, wanted);
      return wanted.some((key) => itemAt(key) !== undefined);
    }),
  );
  if (!found.includes(true)) throw new Problem(`Neither table has a partner ${partnerId}.`);
}
