import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { warmInstanceUsd } from '../../../tooling/capacity/cost.ts';
import { tableLoad, withExamples } from '../../../tooling/capacity/examples.ts';
import { figure } from '../../../tooling/capacity/numbers.ts';
import { planFor } from '../../../tooling/capacity/plan.ts';

const document = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');

/** The plans of the page's sentences: 500 calls a second, perhaps with a partner that has half of them. */
const usual = planFor(tableLoad(500));
const half = planFor(tableLoad(500, 0.5));
const rateOf = ({ limits: { prod } }: typeof usual, what: string) =>
  Math.round(prod.find((limit) => limit.what.includes(what))?.callsPerSecond ?? 0);
const failing = planFor({ ...tableLoad(500), failingShare: 0.1 });
const large = planFor({ ...tableLoad(500), summaryBytes: 60 * 1_024 });

describe('docs/scale.md', () => {
  it('shows three examples', () => {
    expect(document.match(/^\$ npm run -s capacity -- /gm)).toHaveLength(3);
  });

  it('shows the present output of each example, and the present tables; npm run capacity:examples writes them', () => {
    expect(withExamples(document)).toBe(document);
  });

  it.each([
    ['what fails first', `At ${rateOf(usual, 'record-call')} calls a second, \`record-call\` fails first`],
    [
      'when failing receivers overload the hung lane',
      `met at ${rateOf(failing, 'hung lane')} calls a second, before all`,
    ],
    [
      'when a new table throttles large summaries',
      `throttles at ${rateOf(large, 'write units of a new')} calls a second`,
    ],
    [
      'the outage of a partner with half of all calls that prod bears',
      `up to ${figure(half.outageOfLargest.bearsCallsPerSecond.prod)} calls a second of all partners`,
    ],
    ['the hung lane for half of 500', `\`hung\` must be ${half.settings.chosen.deliveryConcurrency.hung}`],
    ['the concurrency for half of 500', `to ${figure(half.quotas[0]?.need ?? 0)}, so ask`],
    ['where the index byPartner ends', `so at ${figure(rateOf(half, 'in the index byPartner'))} of all`],
    ['what a warm instance costs', `costs $${warmInstanceUsd().toFixed(2)} a month`],
  ])('says as the planner does %s', (_, sentence) => {
    expect(document).toContain(sentence);
  });
});
