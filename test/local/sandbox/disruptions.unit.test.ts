import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { disruptionTaker } from '../../../local/sandbox/deliver-webhook/delivery-disruptions.ts';
import { disruptionsOnDemand, SLOW_MS } from '../../../local/sandbox/disruptions.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

describe('the disruptions of the sandbox', () => {
  it("the sandbox's README states by how many seconds the disruption `slow` delays a response", () => {
    const readme = readFileSync(join(projectDir(), 'clients/sandbox/README.md'), 'utf8');
    expect(readme).toContain(`| \`'slow'\` | the response takes ${SLOW_MS / 1_000} seconds longer |`);
  });

  it('when a delivery disruption is stopped, other disruptions of the same kind continue', () => {
    const disruptions = disruptionsOnDemand({ changesAddresses: false });
    const take = disruptionTaker(disruptions.deliveryDisruptions);
    const first = disruptions.order({ kind: 'lost-delivery' });
    const second = disruptions.order({ kind: 'lost-delivery' });
    disruptions.order({ kind: 'lost-delivery', times: 2 });
    const takeOfEach = () => [take('lost-delivery'), take('stale-signature')];
    expect(takeOfEach()).toEqual([true, false]);
    disruptions.stop(first.id);
    disruptions.stop(first.id);
    expect(takeOfEach()).toEqual([true, false]);
    disruptions.stop(second.id);
    expect([take('lost-delivery'), take('lost-delivery'), take('lost-delivery')]).toEqual([true, true, false]);
  });
});
