import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Item } from '../../shared/store/table/connect.ts';
import type { Key } from '../../shared/store/table/keys.ts';
import type { WatchedTarget } from '../command.ts';
import {
  COUNT,
  FORM,
  INVARIANTS,
  type InvariantName,
  isLineCountCorrect,
  isValidItem,
  rulesOf,
} from '../invariants/invariants.ts';
import { itemKey, KINDS, kindOfItem } from '../invariants/item-kinds.ts';
import { cappedList, type List } from '../whole-table/capped-list.ts';
import { keyText } from '../whole-table/key-text.ts';
import { scanPages } from '../whole-table/pages.ts';
import { announceCost } from '../whole-table/table-size.ts';
import { countActiveLines, isLineCountWrong, readInTransaction, stillBreaksRule } from './read-again.ts';

interface Broken {
  readonly invariant: InvariantName;
  readonly key: string;
}

export interface VerifyResult {
  readonly items: number;
  /** For how many items each invariant was checked. */
  readonly checked: Readonly<Record<string, number>>;
  readonly broken: List<Broken>;
}

/** How often the table should be verified: in days, and in words. */
export const VERIFIED_EVERY = { days: 7, words: 'once a week' } as const;

/** About how many read units each item costs in addition to the read of the whole table. */
const FURTHER_READS_PER_ITEM = 2;

/** Checks the invariants of the whole table. The table changes meanwhile, so an item that looks broken is read again. */
export async function verify(target: WatchedTarget): Promise<VerifyResult> {
  const { table, nowMs } = target;
  const size = await announceCost(target, [table.name], FURTHER_READS_PER_ITEM);
  const checked = Object.fromEntries([...Object.keys(INVARIANTS), FORM, COUNT].map((name) => [name, 0]));
  const broken = cappedList<Broken>();
  let items = 0;
  const report = (invariant: InvariantName, key: Key) => broken.add({ invariant, key: keyText(key) });
  const note = (invariant: InvariantName) => {
    checked[invariant] = (checked[invariant] ?? 0) + 1;
  };

  async function checkForm(item: Item): Promise<void> {
    note(FORM);
    if (isValidItem(item)) return;
    const [now] = await readInTransaction(table, [itemKey(item)]);
    if (now !== undefined && !isValidItem(now)) report(FORM, itemKey(now));
  }

  async function checkCount(item: Item): Promise<void> {
    const partner = kindOfItem(itemKey(item)) === 'partner' ? KINDS.partner.read(item).data : undefined;
    if (partner === undefined) return;
    note(COUNT);
    if (isLineCountCorrect(partner, await countActiveLines(table, partner.partnerId))) return;
    if (await isLineCountWrong(table, partner.partnerId)) report(COUNT, itemKey(item));
  }

  async function checkRules(item: Item, itemAt: (key: Key) => Item | undefined): Promise<void> {
    const wrong = new Set<InvariantName>();
    for (const { invariant, rule } of rulesOf(item)) {
      note(invariant);
      if (rule.holds(item, rule.about(item).map(itemAt), nowMs())) continue;
      if (await stillBreaksRule(table, itemKey(item), rule, nowMs())) wrong.add(invariant);
    }
    for (const invariant of wrong) report(invariant, itemKey(item));
  }

  async function checkPage(page: readonly Item[]): Promise<void> {
    const about = page.flatMap((item) => rulesOf(item).flatMap(({ rule }) => rule.about(item)));
    const itemAt = await batchGet(table, about);
    for (const item of page) {
      await checkForm(item);
      await checkCount(item);
      await checkRules(item, itemAt);
    }
  }

  for await (const page of scanPages(target, table, { total: size.items })) {
    items += page.length;
    await checkPage(page);
  }
  return { items, checked, broken };
}
