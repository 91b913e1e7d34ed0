import * as z from 'zod';
import { readStoredJson, writeAtomically } from '../../../data-dir/stored-file.ts';
import type { StreamPosition } from './reader.ts';

const stored = z.object({ streamArn: z.string(), shardId: z.string(), sequenceNumber: z.string() });

/** How far a mapping has read, stored in one file. */
export interface Checkpoint {
  load(): StreamPosition | undefined;
  save(position: StreamPosition): Promise<void>;
}

/**
 * Returns the checkpoint in a file. A position is valid only for its stream: a table that was created again has another
 * stream. A damaged file counts as no position, because the mapping may read a record twice but must not miss one.
 */
export const fileCheckpoint = (file: string, streamArn: string): Checkpoint => ({
  load() {
    const { value } = readStoredJson(file, stored);
    return value?.streamArn === streamArn ? value : undefined;
  },
  save: ({ shardId, sequenceNumber }) => writeAtomically(file, JSON.stringify({ streamArn, shardId, sequenceNumber })),
});

/**
 * How often the position is saved if the filter drops all records. Each delivery attempt writes to the table at least
 * twice, and the filter drops these stream records. Writing the file for every such record would cost too much.
 */
const PASSED_SAVED_EVERY_MS = 1_000;

/**
 * Stores how far a mapping has read, for the next start. The mapping waits for a write only when it stops reading. If a
 * write fails, the mapping continues. Throws a Problem if the file exists but cannot be read.
 */
export function streamProgress(checkpoint: Checkpoint, onFault: (fault: unknown) => void) {
  let reached = checkpoint.load();
  let saved = reached;
  let savedAtMs = Number.NEGATIVE_INFINITY;
  let saving: Promise<void> | undefined;

  /** Saves the last position. Runs one write at a time, and skips positions that a later position has replaced. */
  const saveAll = async () => {
    try {
      while (reached && reached !== saved) {
        const position = reached;
        savedAtMs = performance.now();
        await checkpoint.save(position);
        saved = position;
      }
    } catch (fault) {
      onFault(fault);
    }
    saving = undefined;
  };
  const save = () => {
    if (reached !== saved) saving ??= saveAll();
  };

  return {
    /** Returns the position after which to continue reading, or undefined if there is none. */
    reached: () => reached,
    /**
     * Must be called when everything up to a position was handled or discarded. The position is saved at once, so that
     * after a restart the function rarely receives the same records again.
     */
    handled(position: StreamPosition): void {
      reached = position;
      save();
    },
    /**
     * Must be called when the filter has dropped everything up to a position. The position is saved rarely, because after
     * a restart the filter would drop the same records again.
     */
    passed(position: StreamPosition): void {
      reached = position;
      if (performance.now() - savedAtMs >= PASSED_SAVED_EVERY_MS) save();
    },
    /** Resolves when the file has the last position, or could not be written. */
    async flush(): Promise<void> {
      await saving;
      save();
      await saving;
    },
  };
}
