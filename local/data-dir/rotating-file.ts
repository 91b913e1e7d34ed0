import { open, rename } from 'node:fs/promises';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { previousLogFile } from '../../tooling/data-folder.ts';
import { RETRY_EVERY_MS, WAITING_LOG_BYTES } from './full-disk.ts';

interface Settings {
  /** A file with content is rotated before a write that would make it larger than this. */
  readonly maxBytes: number;
  /** The first line of each file. */
  readonly heading?: () => string;
  /** Returns whether a file with this first line must be rotated, even if it is small. */
  readonly isOver?: (heading: string) => boolean;
  /** Called when a write fails, but not for further failures before the next success. */
  readonly onStuck: (error: unknown) => void;
  /**
   * Called after a successful write, if an earlier write failed or lines were dropped. `droppedLines` is how many lines
   * did not fit into memory.
   */
  readonly onFlowing: (droppedLines: number) => void;
}

const LONGEST_HEADING_BYTES = 1024;

/**
 * Opens a log of limited size that survives a full disk. Rejects with the system's error if the file cannot be opened.
 */
export async function openRotatingFile(path: string, settings: Settings) {
  const { heading = () => '', isOver = () => false, onStuck, onFlowing } = settings;
  const closing = new AbortController();
  let file = await openFile(path);
  let waiting: string[] = [];
  let waitingBytes = 0;
  let droppedLines = 0;
  let isStuck = false;
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await append(lines);
      } catch (error) {
        waiting = [...lines, ...waiting];
        if (!isStuck) onStuck(error);
        isStuck = true;
        if (closing.signal.aborted) return;
        await sleepMs(RETRY_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    writing = undefined;
  };

  const append = async (lines: readonly string[]) => {
    const text = lines.join('');
    const wouldGrowTo = file.bytes + Buffer.byteLength(text);
    if (file.bytes > 0 && (wouldGrowTo > settings.maxBytes || isOver(file.heading))) await rotate();
    if (file.bytes === 0) file.heading = heading();
    await appendOrUndo(file, file.bytes === 0 ? file.heading + text : text);
    waitingBytes -= Buffer.byteLength(text);
    if (isStuck || droppedLines > 0) onFlowing(droppedLines);
    isStuck = false;
    droppedLines = 0;
  };

  const rotate = async () => {
    await rename(path, previousLogFile(path)).catch((error: unknown) => {
      // The file was deleted, or an earlier attempt has already renamed it.
      if (causeOf(error) !== 'ENOENT') throw error;
    });
    const older = file;
    file = await openFile(path);
    await older.handle.close();
  };

  return {
    /** Writes one line, which must end with a line feed. Never throws and never waits for the disk. */
    write(line: string): void {
      const bytes = Buffer.byteLength(line);
      if (waitingBytes + bytes > WAITING_LOG_BYTES) {
        droppedLines += 1;
        return;
      }
      waiting.push(line);
      waitingBytes += bytes;
      writing ??= writeAll();
    },
    /** Writes the lines in memory, or drops these lines if the write fails. Then closes the file. */
    async close() {
      closing.abort();
      await writing;
      await file.handle.close();
    },
  };
}

async function openFile(path: string) {
  const handle = await open(path, 'a+', 0o600);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST_HEADING_BYTES), 0, LONGEST_HEADING_BYTES, 0);
  const [heading = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  return { handle, heading, bytes: (await handle.stat()).size };
}

/** Appends the text. Undoes a partial write, so that the file ends with a whole line. */
async function appendOrUndo(file: Awaited<ReturnType<typeof openFile>>, text: string): Promise<void> {
  try {
    await file.handle.appendFile(text);
    file.bytes += Buffer.byteLength(text);
  } catch (error) {
    await file.handle.truncate(file.bytes).catch(() => undefined);
    throw error;
  }
}
