import type { Checkpoint } from './checkpoint.ts';
import type { StreamPosition } from './reader.ts';

/** Each attempt writes twice to the table, and none of that is a new delivery: not worth a file each time. */
const PASSED_SAVED_EVERY_MS = 1_000;

/**
 * How far a mapping has come. The file is only for the next start: the mapping does not wait for it, and goes on from
 * where it is when the file cannot be written. Throws a Problem when there is a file that cannot be read.
 */
export function streamProgress(checkpoint: Checkpoint, onFault: (fault: unknown) => void) {
  let reached = checkpoint.load();
  let saved = reached;
  let savedAtMs = Number.NEGATIVE_INFINITY;
  let saving: Promise<void> | undefined;

  /** One file at a time, and none for a position that has been overtaken meanwhile. */
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
    /** Where to read on; undefined where nothing has been read yet. */
    reached: () => reached,
    /** A function has been given what lies before it, and must not be again if we can help it. */
    handled(position: StreamPosition): void {
      reached = position;
      save();
    },
    /** The filter has dropped what lies before it, and would do so again. */
    passed(position: StreamPosition): void {
      reached = position;
      if (performance.now() - savedAtMs >= PASSED_SAVED_EVERY_MS) save();
    },
    /** Settles when the file is as far as the mapping, or could not be written. */
    async flush(): Promise<void> {
      await saving;
      save();
      await saving;
    },
  };
}
