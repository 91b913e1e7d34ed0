import * as z from 'zod';
import { readStoredJson, writeAtomically } from '../../data-dir/stored-file.ts';
import type { StreamPosition } from './reader.ts';

const stored = z.object({ streamArn: z.string(), shardId: z.string(), sequenceNumber: z.string() });

/** How far a mapping has come, in one file. */
export interface Checkpoint {
  load(): StreamPosition | undefined;
  save(position: StreamPosition): Promise<void>;
}

/**
 * A position counts only for the stream it was saved for: a table that was created again has another one. A damaged file
 * counts as none, because seeing a record twice is allowed and missing one is not.
 */
export const fileCheckpoint = (file: string, streamArn: string): Checkpoint => ({
  load() {
    const { value } = readStoredJson(file, stored);
    return value?.streamArn === streamArn ? value : undefined;
  },
  save: ({ shardId, sequenceNumber }) => writeAtomically(file, JSON.stringify({ streamArn, shardId, sequenceNumber })),
});
