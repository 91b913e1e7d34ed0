import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { STAGES } from '../../../lib/stages.ts';
import { warmInstanceUsd } from '../../../tooling/capacity/cost.ts';
import { synthesized } from '../../lib/synthesized.ts';
import { idleCostTable } from './idle-cost.ts';

const text = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
const [, chapter = ''] = text.split('\n## What it costs\n');
const [section = ''] = chapter.split('\n## ');

describe('docs/deploy.md', () => {
  it('has the idle cost of each stage, as computed from its templates', () => {
    const templates = STAGES.map((stage) => {
      const { stateful, service } = synthesized(stage);
      return [stage, [stateful, service]] as const;
    });
    const table = section.split('\n').filter((line) => line.startsWith('|'));
    expect(table.join('\n')).toBe(idleCostTable(new Map(templates)));
  });

  it('has the price of a warm instance, as the planner computes it', () => {
    const [, warmStart = ''] = text.split('\n### Warm start\n');
    expect(warmStart).toContain(`$${warmInstanceUsd().toFixed(2)} a month`);
  });
});
