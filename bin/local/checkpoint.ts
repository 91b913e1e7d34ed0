import * as z from 'zod';
import { readIfThere, writeAtomically } from './data-dir.ts';
import type { StreamPosition } from './stream-reader.ts';

const stored = z.object({ streamArn: z.string(), shardId: z.string(), sequenceNumber: z.string() });

/** How far a mapping has come, in one file. */
export interface Checkpoint {
  load(): StreamPosition | undefined;
  save(position: StreamPosition): void;
}

/**
 * A position counts only for the stream it was saved for: a table made anew has another. A file that cannot be read is
 * as good as none, because seeing a record twice is allowed and missing one is not.
 */
export const fileCheckpoint = (file: string, streamArn: string): Checkpoint => ({
  load() {
    const found = stored.safeParse(json(readIfThere(file)?.toString() ?? ''));
    return found.success && found.data.streamArn === streamArn ? found.data : undefined;
  },
  save: ({ shardId, sequenceNumber }) => writeAtomically(file, JSON.stringify({ streamArn, shardId, sequenceNumber })),
});

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
