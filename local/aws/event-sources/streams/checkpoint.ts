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
