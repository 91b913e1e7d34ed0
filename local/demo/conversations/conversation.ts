import type { FinishedCall } from '../../../clients/voice-platform/src/index.ts';
import type { Kind } from '../partners.ts';

/** The content of a call. `{who}` in a text stands for the name of the caller. */
export type Conversation = Pick<FinishedCall, 'title' | 'summary' | 'topics' | 'resolution' | 'sentiment'>;

/** The conversations in one language, by kind of business, and the names of callers. */
export interface Talk {
  readonly names: readonly string[];
  readonly about: Readonly<Record<Kind, readonly Conversation[]>>;
}

type Row = readonly [
  title: string,
  summary: string,
  topics: readonly string[],
  resolution: Conversation['resolution'],
  sentiment: Conversation['sentiment'],
];

export const conversations = (...rows: readonly Row[]): readonly Conversation[] =>
  rows.map(([title, summary, topics, resolution, sentiment]) => ({ title, summary, topics, resolution, sentiment }));
