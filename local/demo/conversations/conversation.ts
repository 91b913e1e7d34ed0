import * as z from 'zod';
import { RESOLUTIONS, SENTIMENTS } from '../../../shared/contract/calls/calls.ts';
import type { Kind } from '../partners.ts';

/** The content of a call. `{who}` in a text stands for the name of the caller. */
const conversation = z.object({
  title: z.string(),
  topics: z.array(z.string()),
  resolution: z.enum(RESOLUTIONS),
  sentiment: z.enum(SENTIMENTS),
  summary: z.string(),
});
type Conversation = z.infer<typeof conversation>;

/** The conversations in one language, by kind of business, and the names of callers. */
export interface Talk {
  readonly names: readonly string[];
  readonly about: Readonly<Record<Kind, readonly Conversation[]>>;
}

/** Reads a table with one conversation per line: title, topics, resolution, sentiment and summary. */
export const parseConversations = (table: string): readonly Conversation[] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [title, topics, resolution, sentiment, summary] = row.trim().split(' | ');
      return conversation.parse({ title, topics: topics?.split(', '), resolution, sentiment, summary });
    });
