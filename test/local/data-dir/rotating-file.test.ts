import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openRotatingFile } from '../../../local/data-dir/rotating-file.ts';
import { obstacleToSmallDisks, type SmallDisk, smallDisk } from '../../support/machine/small-disk.ts';
import { until } from '../../support/until.ts';

const MIB = 1024 * 1024;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotating-file-'));
  path = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const openLog = (change: Partial<Parameters<typeof openRotatingFile>[1]> = {}) =>
  openRotatingFile(path, { maxBytes: 1_000, onStuck: fail, onFlowing: fail, ...change });
const fail = (): never => {
  throw new Error('This file can be written');
};
const current = () => readFileSync(path, 'utf8');
const older = () => readFileSync(`${path}.1`, 'utf8');

/** Writes the lines one by one and waits until each is on the disk, as if they came with time between them. */
async function writeApart(lines: readonly string[], change: Partial<Parameters<typeof openRotatingFile>[1]> = {}) {
  for (const line of lines) {
    const log = await openLog(change);
    log.write(`${line}\n`);
    await log.close();
  }
}

describe('a rotating file', () => {
  it('a rotating file keeps the lines of an earlier start', async () => {
    writeFileSync(path, 'earlier\n');
    const log = await openLog();
    for (const line of ['one\n', 'two\n', 'three\n']) log.write(line);
    await log.close();
    expect(current()).toBe('earlier\none\ntwo\nthree\n');
  });

  it('a rotating file stays within its maximum size if each write is small', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `${n} ${'x'.repeat(90)}`);
    await writeApart(lines);
    for (const text of [older(), current()]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    const kept = (older() + current()).trimEnd().split('\n');
    expect(kept).toEqual(lines.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(10);
    expect(existsSync(`${path}.2`)).toBe(false);
  });

  it('a rotating file is rotated if its heading is outdated', async () => {
    let day = 1;
    const days = { heading: () => `day ${day}\n`, isOver: (heading: string) => heading !== `day ${day}` };
    await writeApart(['a', 'b'], days);
    day = 2;
    await writeApart(['c', 'd'], days);
    expect(older()).toBe('day 1\na\nb\n');
    expect(current()).toBe('day 2\nc\nd\n');
  });

  it('a rotation begins a new file even if the old file was deleted', async () => {
    const log = await openLog({ isOver: () => true });
    log.write('before\n');
    await log.close();
    const after = await openLog({ isOver: () => true });
    rmSync(path);
    after.write('after\n');
    await after.close();
    expect(current()).toBe('after\n');
  });

  it('a rotating file cannot be opened if its path is a folder', async () => {
    await expect(openRotatingFile(folder, { maxBytes: 1, onStuck: fail, onFlowing: fail })).rejects.toMatchObject({
      code: 'EISDIR',
    });
  });
});

/** Fills one page of the small disk exactly. The next line needs a new page, and a full disk has none. */
const FULL_PAGE = `${'x'.repeat(4_095)}\n`;

const describeOnSmallDisk = obstacleToSmallDisks() ? describe.skip : describe; // test/local/full-disk.test.ts prints why

describeOnSmallDisk('a rotating file on a disk that is full for a while', () => {
  let disk: SmallDisk;
  const stuck: unknown[] = [];
  const dropped: number[] = [];
  beforeEach(async () => {
    disk = await smallDisk(16);
    path = join(disk.outside, 'log');
    stuck.length = 0;
    dropped.length = 0;
  });
  afterEach(() => disk.remove());
  const openOnFull = async () => {
    const log = await openLog({
      maxBytes: 16 * MIB,
      onStuck: (error) => stuck.push(error),
      onFlowing: (lines) => dropped.push(lines),
    });
    log.write(FULL_PAGE);
    await until(() => current() === FULL_PAGE);
    disk.fill();
    return log;
  };

  it('a rotating file writes its lines in full once the disk has room', async () => {
    const log = await openOnFull();
    const lines = Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(1_000)}\n`);
    for (const line of lines.slice(0, 10)) log.write(line);
    await until(() => stuck.length > 0);
    for (const line of lines.slice(10)) log.write(line);
    await until(() => current() === FULL_PAGE); // a failed attempt removes the part that it wrote
    disk.free();
    await until(() => dropped.length > 0);
    await log.close();
    expect(current()).toBe(`${FULL_PAGE}${lines.join('')}`);
    expect(stuck).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
    expect(dropped).toEqual([0]);
  });

  it('a rotating file keeps up to 8 MiB of lines in memory while the disk is full', async () => {
    const log = await openOnFull();
    const line = `${'x'.repeat(1_023)}\n`;
    const written = 9 * 1024;
    for (let n = 0; n < written; n += 1) log.write(line);
    await until(() => stuck.length > 0);
    disk.free();
    await until(() => current().length > 8 * MIB - 2048);
    await log.close();
    const droppedLines = dropped.reduce((sum, lines) => sum + lines, 0);
    expect(droppedLines).toBeGreaterThanOrEqual(1024);
    expect(current()).toBe(`${FULL_PAGE}${line.repeat(written - droppedLines)}`);
  });

  it('a rotating file can be closed while the disk is full', async () => {
    const log = await openOnFull();
    log.write('x'.repeat(10_000));
    await log.close();
    expect(current()).toBe(FULL_PAGE);
  });
});
