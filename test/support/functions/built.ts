import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleepMs } from 'node:timers/promises';
import * as z from 'zod';
import { type Lock, tryLock } from '../../../local/data-dir/lock.ts';
import { type Bundle, buildBundles } from '../../../tooling/build/bundles.ts';
import { folderOfTheRun } from '../folder-of-the-run.ts';

const LOOK_EVERY_MS = 50;

const listed = z.array(
  z.object({
    action: z.string(),
    bytes: z.number(),
    inputs: z.array(z.string()),
    bytesOf: z.record(z.string(), z.number()),
  }),
);

interface Built {
  /** Has the bundle of each function in a folder of its name. Tests change nothing in it. */
  readonly folder: string;
  readonly bundles: readonly Bundle[];
}

/** Returns the bundles of all functions. The first test file that asks for them builds them, once per run of Jest. */
export async function builtFunctions(): Promise<Built> {
  const folder = join(folderOfTheRun(), 'functions');
  const list = `${folder}.json`;
  const lock = await waitForLock(`${folder}.lock`);
  try {
    if (!existsSync(list)) writeFileSync(list, JSON.stringify(await buildBundles(folder)));
  } finally {
    lock.release();
  }
  return { folder, bundles: listed.parse(JSON.parse(readFileSync(list, 'utf8'))) };
}

async function waitForLock(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    await sleepMs(LOOK_EVERY_MS);
  }
}
