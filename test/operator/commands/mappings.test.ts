import { describe, expect, it } from '@jest/globals';
import { operatorWorld } from '../operator-world.ts';

describe('operator commands for the sweep and the mappings', () => {
  it('the command `sweep` prints the result of the sweep', async () => {
    const asked: unknown[] = [];
    const { json } = await operatorWorld({
      invoked: (name, event) => {
        asked.push([name, event]);
        return { due: 3, queued: 2, settledDead: 1 };
      },
    });
    expect(await json('sweep')).toEqual({ due: 3, queued: 2, settledDead: 1 });
    expect(asked).toEqual([['sweep', { dueNow: true }]]);
  });

  it('the command `mapping disable` waits until AWS has disabled the mapping', async () => {
    const states = new Map([1, 2, 3, 4, 5].map((n) => [`mapping-${n}`, 'Enabled']));
    let looks = 0;
    const { json, sleptMs } = await operatorWorld({
      lambda: ({ method, path, body }) => {
        const id = path.split('/').at(-1) ?? '';
        if (method === 'PUT') states.set(id, JSON.stringify(body).includes('true') ? 'Enabled' : 'Disabling');
        else if (states.get(id) === 'Disabling' && ++looks === 3) states.set(id, 'Disabled');
        return { UUID: id, State: states.get(id) };
      },
    });
    expect(await json('mapping', 'disable', '--name', 'deliver')).toEqual({ name: 'deliver', state: 'Disabled' });
    expect(sleptMs).toHaveLength(2);
    expect(await json('mapping', 'list')).toEqual([
      { name: 'intake', state: 'Enabled' },
      { name: 'relay', state: 'Enabled' },
      { name: 'deliver', state: 'Disabled' },
      { name: 'deliver-slow', state: 'Enabled' },
      { name: 'deliver-hung', state: 'Enabled' },
    ]);
    expect(await json('mapping', 'enable', '--name', 'deliver')).toEqual({ name: 'deliver', state: 'Enabled' });
  });
});
