import { createWriteStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { Problem } from '../../tooling/command-line/problem.ts';
import { isLocal, type Target, type TargetChoice } from '../target.ts';
import { connectLocal } from './local.ts';

/**
 * Connects to the local service or to a stack. Throws a Problem if the local service does not run, or if the stack
 * lacks a required output.
 */
export async function connect(choice: TargetChoice): Promise<Target> {
  const { data, stack } = choice;
  // A command on the local service does not need the clients of `stack.ts`.
  const clients = isLocal(stack) ? await connectLocal(data) : await (await import('./stack.ts')).connectStack(stack);
  return { ...clients, choice, sleepMs, fetchStatus, readText, writeText };
}

const STATUS_WITHIN_MS = 10_000;

async function fetchStatus(url: URL): Promise<number> {
  const { status, body } = await fetch(url, { signal: AbortSignal.timeout(STATUS_WITHIN_MS) });
  await body?.cancel();
  return status;
}

async function readText(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Problem(`The file ${file} cannot be read.`);
  }
}

async function writeText(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(chunks, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new Problem(`The file ${file} cannot be written: ${String(error.code)}.`);
    throw error;
  }
}
