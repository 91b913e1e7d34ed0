import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { indexStreamRecords } from '../../../local/aws/dynamodb/stream-records.ts';
import type { Item } from '../../../shared/store/table/connect.ts';
import { importIntoDynoxide, startDynoxide } from '../../support/table/engine.ts';
import { tableShape } from '../../support/table/table.ts';

/** The number of lines that the compressor gets at a time. */
const CHUNK_LINES = 1_000;

/**
 * Starts an engine on disk with tables that have the given items, by name. Through its API, the engine stores only some
 * 400 items a second. So this function writes the items in the format of DynamoDB's export to S3, from which the engine
 * imports some 30,000 a second.
 */
export async function startLoadedEngine(tables: Readonly<Record<string, Iterable<Item>>>) {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const files = { folder: join(folder, 'export'), schema: join(folder, 'schema.json'), output: join(folder, 'db') };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const [name, items] of Object.entries(tables)) await writeExport(join(files.folder, name, 'data'), items);
  writeFileSync(files.schema, JSON.stringify(Object.keys(tables).map((name) => ({ Table: tableShape(name) }))));
  await importIntoDynoxide(files);
  rmSync(files.folder, { recursive: true });
  // The local service has this index too.
  indexStreamRecords(files.output);
  const engine = await startDynoxide(files.output);
  return {
    endpoint: engine.endpoint,
    async stop() {
      await engine.stop();
      remove();
      process.off('exit', remove);
    },
  };
}

async function writeExport(folder: string, items: Iterable<Item>) {
  mkdirSync(folder, { recursive: true });
  await pipeline(
    Readable.from(inChunks(items)),
    createGzip({ level: 1 }),
    createWriteStream(join(folder, 'items.json.gz')),
  );
}

function* inChunks(items: Iterable<Item>): Generator<string> {
  let lines: string[] = [];
  for (const item of items) {
    lines.push(JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) }));
    if (lines.length < CHUNK_LINES) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
