import { describe, expect, it } from '@jest/globals';
import { STAGES, stageSettings } from '../../lib/stages.ts';
import { synthesized } from './synthesized.ts';

describe('stages', () => {
  it.each(STAGES)('%s can be synthesized', (stage) => {
    const { stateful, service } = synthesized(stage);
    expect(Object.keys(stateful.toJSON()['Resources']).length).toBeGreaterThan(20);
    expect(Object.keys(service.toJSON()['Resources']).length).toBeGreaterThan(80);
  });

  it('names the stages there are when asked for another', () => {
    expect(() => stageSettings('production')).toThrow('Unknown stage "production": choose one of dev, staging, prod');
  });
});
