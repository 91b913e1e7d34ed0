import type { Options, RouteWith } from './routes.ts';

/** The figures per minute on the overview cover the last `count` minutes. `words` names the same period. */
export const COUNTED_MINUTES = { count: 60, words: 'the last hour' } as const;

/** The warm-up of a console runs these commands, because most people open the overview first. */
export const OVERVIEW_READS = [
  ['alarms', { state: 'ALARM' }],
  ['partner health', { failing: true }],
  ['partner count'],
  ['delivery minutes'],
  ['call refused', { limit: '1' }],
  ['queue list'],
  ['mapping list'],
  ['queue ages'],
] as const satisfies readonly (readonly [name: RouteWith<'read'>, options?: Options])[];
