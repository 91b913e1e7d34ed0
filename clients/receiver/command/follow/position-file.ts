import { readFile } from 'node:fs/promises';
import type { CallPosition, CallPositionStore } from '../../../typescript/src/index.ts';
import { escapeForTerminal } from '../escape-for-terminal.ts';
import { fieldsOf, parseChecked } from '../parse-checked.ts';
import { causeOf, Problem } from '../problem.ts';
import { writeAtomically } from '../write-atomically.ts';

export const defaultPositionFile = (tenantId: string) => `partner-lines-${tenantId}.json`;

export function positionFile(path: string, tenantId: string): CallPositionStore {
  return {
    async load() {
      const text = await readText(path);
      if (text === undefined) return undefined;
      const stored = parseChecked(text, isStoredPosition);
      if (stored === undefined)
        throw new Problem(`${escapeForTerminal(path)} is not a position file; choose another file with --position.`);
      if (stored.tenantId !== tenantId) {
        throw new Problem(
          `${escapeForTerminal(path)} is for line ${escapeForTerminal(stored.tenantId)}; choose another file with --position.`,
        );
      }
      return stored.position;
    },
    async save(position) {
      try {
        await writeAtomically(path, `${JSON.stringify({ tenantId, position })}\n`);
      } catch (error) {
        throw new Problem(`Cannot write ${escapeForTerminal(path)}: ${causeOf(error)}.`);
      }
    },
  };
}

/** Returns a store that also prints each wait for the rate limit or Retry-After, once. */
export function withPrintedWaits(
  { load, save }: CallPositionStore,
  print: (text: string) => void,
  nowMs: () => number,
): CallPositionStore {
  let announcedMs = 0;
  const announce = ({ notBefore = 0 }: CallPosition) => {
    const waitMs = notBefore - nowMs();
    if (waitMs > 0 && notBefore !== announcedMs) {
      print(
        `the list of calls is not read for ${Math.ceil(waitMs / 1_000)} s, because of the rate limit or Retry-After`,
      );
    }
    announcedMs = notBefore;
  };
  return {
    async load() {
      const position = await load();
      if (position) announce(position);
      return position;
    },
    save(position) {
      announce(position);
      return save(position);
    },
  };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return undefined;
    throw new Problem(`Cannot read ${escapeForTerminal(path)}: ${causeOf(error)}.`);
  }
}

interface Stored {
  readonly tenantId: string;
  readonly position: CallPosition;
}

function isStoredPosition(value: unknown): value is Stored {
  const { tenantId, position } = fieldsOf(value);
  const { since, known, notBefore } = fieldsOf(position);
  return (
    typeof tenantId === 'string' &&
    typeof since === 'number' &&
    Array.isArray(known) &&
    known.every((id) => typeof id === 'string') &&
    (notBefore === undefined || typeof notBefore === 'number')
  );
}
