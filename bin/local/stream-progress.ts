import type { Checkpoint } from './checkpoint.ts';
import type { StreamPosition } from './stream-reader.ts';

/** Each attempt writes twice to the table, and none of that is a new delivery: not worth a file each time. */
const PASSED_SAVED_EVERY_MS = 1_000;

/** Writes a mapping's checkpoint no more often than it matters after a crash. */
export function streamProgress(checkpoint: Checkpoint) {
  let unsaved: StreamPosition | undefined;
  let savedAtMs = Number.NEGATIVE_INFINITY;

  const save = (position: StreamPosition) => {
    checkpoint.save(position);
    unsaved = undefined;
    savedAtMs = performance.now();
  };
  return {
    /** A function has been given what lies before it, and must not be again if we can help it. */
    handled: save,
    /** The filter has dropped what lies before it, and would do so again. */
    passed(position: StreamPosition): void {
      unsaved = position;
      if (performance.now() - savedAtMs >= PASSED_SAVED_EVERY_MS) save(position);
    },
    flush(): void {
      if (unsaved) save(unsaved);
    },
  };
}
