import type { Options, RouteWith } from './routes.ts';

/** What the overview reads. It is the first page that a person sees, so the server is prepared for it. */
export const OVERVIEW_READS = [
  ['alarms', { state: 'ALARM' }],
  ['partner health', { failing: true }],
  ['delivery minutes'],
  ['queue list'],
  ['mapping list'],
  ['queue ages'],
] as const satisfies readonly (readonly [name: RouteWith<'read'>, options?: Options])[];
