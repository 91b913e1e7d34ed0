import type { Alarm } from '../../protocol/values.ts';

/** How soon somebody must act, as a word. */
export function Severity({ severity }: Pick<Alarm, 'severity'>) {
  return <strong class={`badge ${severity ?? ''}`}>{severity === 'page' ? 'Page' : 'Ticket'}</strong>;
}
