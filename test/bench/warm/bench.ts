import { join } from 'node:path';
import * as z from 'zod';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { measuredBy } from '../child.ts';
import type { Bench, Figure } from '../figure.ts';
import { median, pairedRatios, summary } from '../statistics.ts';

/** The functions that this bench measures: those for which a partner or a caller waits. */
export const WARM = [...ROUTES.map(({ action }) => action), 'line-for-call'] as const;

const measured = z.record(z.string(), z.array(z.number()));

/** Measures CPU, not time, because an invocation mostly waits for the table. */
export const warm: Bench = {
  name: 'warm',
  about: 'CPU of an invocation with the answers of the table at hand, beside one GetItem through lib-dynamodb',
  async measure({ size, say }) {
    say('ten endpoints and line-for-call, without and with their log lines');
    const cpu = await measuredBy(join(import.meta.dirname, 'process.ts'), measured, size);
    const getItem = cpu['getItem'] ?? [];
    const ratio = (variant: string) => summary(pairedRatios(cpu[variant] ?? [], getItem));
    const microseconds = (variant: string) => median(cpu[variant] ?? []);
    return {
      figures: [
        ...WARM.map(
          (action): Figure => ({
            name: `${action} ÷ GetItem`,
            ...ratio(`${action} quiet`),
            unit: '',
            note: `CPU: ${microseconds(`${action} quiet`).toFixed(1)} µs, with logs ${microseconds(`${action} telling`).toFixed(1)} µs`,
          }),
        ),
        { name: 'GetItem through lib-dynamodb', ...summary(getItem), unit: 'µs of CPU' },
      ],
      plots: [
        {
          kind: 'bars',
          name: 'warm-endpoints',
          title: 'CPU of a warm invocation, with the table’s responses in memory',
          valueLabel: `µs of CPU; one GetItem through lib-dynamodb costs ${median(getItem).toFixed(0)}`,
          bars: WARM.map((action) => {
            const chain = microseconds(`${action} quiet`);
            const telling = microseconds(`${action} telling`);
            return {
              name: action,
              parts: [
                { name: 'parse, admit, validate, answer', value: chain },
                { name: 'log line and metrics', value: Math.max(0, telling - chain) },
              ],
            };
          }),
        },
      ],
    };
  },
};
