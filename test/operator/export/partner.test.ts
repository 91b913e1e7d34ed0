import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../shared/store/table/connect.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';
import { type SoundWorld, soundWorld } from '../sound-world.ts';

describe('the command `partner export`', () => {
  let table: Table;
  let world: SoundWorld;
  let operator: Awaited<ReturnType<typeof operatorWorld>>;
  beforeAll(async () => {
    table = await testTable();
    await soundWorld(table);
    world = await soundWorld(table);
    operator = await operatorWorld({ table });
  });

  const exportTo = (...more: string[]) =>
    operator.json('partner', 'export', '--partner', world.partnerId, '--file', 'out.ndjson', ...more);

  it('the command `partner export` writes data of the partner, but no data of others', async () => {
    const { items } = await exportTo();
    const lines = operator.written.get('out.ndjson')?.trimEnd().split('\n') ?? [];
    const exported = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(exported).toHaveLength(items);
    const counts = Object.fromEntries(
      [...Map.groupBy(exported, ({ kind }) => String(kind))].map(([kind, some]) => [kind, some.length]),
    );
    expect(counts).toEqual({
      partner: 1,
      webhook: 1,
      health: 1,
      line: 4,
      agent: 3,
      idempotency: 1,
      call: 6,
      delivery: 7,
    });
    expect(exported).toContainEqual(expect.objectContaining({ kind: 'call', ...world.calls.delivered }));
    expect(exported).toContainEqual(
      expect.objectContaining({ kind: 'line', tenantId: world.purged, status: 'terminated' }),
    );
    expect(exported).toContainEqual(expect.objectContaining({ kind: 'agent', tenantId: world.plain }));
    expect(lines.filter((line) => line.includes('partnerId') && !line.includes(world.partnerId))).toEqual([]);
  });

  it('the command `partner export` writes no secrets, hashes, tokens or index keys', async () => {
    await exportTo();
    const text = operator.written.get('out.ndjson') ?? '';
    for (const word of ['c2VhbGVk', 'keyHash', 'ciphertext', 'leaseToken', 'terminatedBy', 'releasedBy', 'lastCounted'])
      expect(text).not.toContain(word);
    for (const key of ['dueShard', 'recordedAtCallId', 'undeliveredShard']) expect(text).not.toContain(key);
  });

  it('the command `partner export` adds no audit entry with `--dry-run`', async () => {
    const outcomes = async () => {
      const entries: { action: string; outcome?: string }[] = await operator.json('audit', 'list');
      return entries.flatMap(({ action, outcome }) => (action === 'partner export' ? [outcome] : []));
    };
    const before = await outcomes();
    operator.written.clear();
    expect(await exportTo('--dry-run')).toMatchObject({ file: null });
    expect(operator.written.size).toBe(0);
    const { code, err } = await operator.run('partner', 'export', '--partner', world.partnerId);
    expect([code, err]).toEqual([2, 'error: give --file or --dry-run\n']);
    expect(await outcomes()).toEqual(before);
    const { items } = await exportTo();
    expect(await outcomes()).toEqual([...before, `${items} items exported`]);
  });
});
