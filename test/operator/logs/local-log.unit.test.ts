import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { localLog } from '../../../operator/logs/local-log.ts';

const lineOf = (callId: string, n: number) => JSON.stringify({ n, callId });

describe('the search in the log of the local service', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'));
    file = join(folder, 'service.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const search = (callId: string) => localLog(file).textsAbout(callId, 0);

  it('a search in the local log reads the previous log file first', async () => {
    writeFileSync(`${file}.1`, `${lineOf('c', 1)}\n${lineOf('d', 2)}\n`);
    writeFileSync(file, `${lineOf('d', 3)}\n${lineOf('c', 4)}\n`);
    expect(await search('c')).toEqual([lineOf('c', 1), lineOf('c', 4)]);
  });

  it('a search in the local log looks for the whole call id, even if the id has special characters', async () => {
    const ids = [String.raw`a"b\c|d`, String.raw`a"b\c|`, 'c', 'cc', '.'];
    writeFileSync(file, ids.map((id, n) => `${lineOf(id, n)}\n`).join(''));
    for (const [n, id] of ids.entries()) expect(await search(id)).toEqual([lineOf(id, n)]);
  });

  it('a search in the local log returns a damaged line if the line contains the call id', async () => {
    writeFileSync(file, `{"n":1,"callId":"c","mess${lineOf('d', 2)}\n`);
    expect(await search('c')).toEqual([`{"n":1,"callId":"c","mess${lineOf('d', 2)}`]);
  });

  it('a search in the local log finds nothing before the first line is written', async () => {
    expect(await search('c')).toEqual([]);
  });

  it("a search in an unreadable local log fails with one sentence that contains the log's path", async () => {
    mkdirSync(file);
    await expect(search('c')).rejects.toThrow(`The log ${file} cannot be read (EISDIR).`);
  });
});
