import { DELIVERY_STATUSES } from '../../shared/domain/deliveries/delivery.ts';
import { STATUS_MEANINGS, TRANSITIONS } from '../../shared/domain/deliveries/lifecycle.ts';
import { OBJECTIVES } from '../../shared/names/objectives.ts';
import { markdownTable } from '../command-line/tables.ts';

/** The tables of docs/reliability.md. */
export const reliabilityParts = () => ({
  statuses: markdownTable(
    ['status', 'meaning'],
    DELIVERY_STATUSES.map((status) => [`\`${status}\``, STATUS_MEANINGS[status]]),
  ),
  transitions: markdownTable(
    ['transition', 'from', 'to', 'by', 'when'],
    Object.entries(TRANSITIONS).map(([name, { from, to, by, when }]) => [
      `\`${name}\``,
      from.join(', ') || '–',
      to,
      by.join(', '),
      when,
    ]),
  ),
  objectives: markdownTable(
    ['objective', 'target', 'what is good'],
    OBJECTIVES.map(({ name, targetPercent, promise }) => [name, `${targetPercent} %`, promise]),
  ),
});
