import { readFile } from 'node:fs/promises';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { LOG_DAYS, previousLogFile } from '../../tooling/data-folder.ts';
import type { LogSource } from '../target.ts';

/** Searches the current and the previous log file of a local service. */
export const localLog = (logFile: string): LogSource => ({
  retentionDays: LOG_DAYS,
  mostLines: Number.POSITIVE_INFINITY,
  async textsAbout(callId) {
    // Lines are searched for the call's id as text, because a damaged line can still contain the id.
    const mention = JSON.stringify(callId);
    const files = await Promise.all([previousLogFile(logFile), logFile].map(logLinesOf));
    return files.flat().filter((line) => line.includes(mention));
  },
});

async function logLinesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return [];
    throw new Problem(`The log ${file} cannot be read (${causeOf(error)}).`);
  }
}
