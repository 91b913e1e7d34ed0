import { keys } from '../table/keys.ts';
import { update } from '../table/transactions.ts';

/** Counts a new line, on condition that the partner is active and its quota has room. No quota means no limit. */
export const countNewLine = (partnerId: string) =>
  update(keys.partner(partnerId), {
    update: 'SET #lineCount = #lineCount + :one',
    condition: {
      isActive: '#state = :active',
      hasRoom: 'attribute_not_exists(#quota) OR #lineCount < #quota',
    },
    values: { ':one': 1, ':active': 'active' },
  });

/** Lowers the partner's number of lines when a termination begins. */
export const subtractLine = (partnerId: string) =>
  update(keys.partner(partnerId), { update: 'SET #lineCount = #lineCount - :one', values: { ':one': 1 } });
