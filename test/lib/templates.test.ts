import { describe, expect, it } from '@jest/globals';
import { synthesized } from './synthesized.ts';
import { linesOf } from './template-lines.ts';
import { VARIATIONS, type VariationName } from './variations.ts';

const templateOf = (name: VariationName) => {
  const { stateful, service } = synthesized(name);
  const { stage } = VARIATIONS[name];
  return [...linesOf(stateful, stage), ...linesOf(service, stage)];
};
const prod = templateOf('prod');

/**
 * The whole of what would be deployed, so that a change of CDK or of ours shows in review with all it brings along.
 * Whether a difference is meant is for people to say (`--updateSnapshot`); what must hold whatever changes is asserted in
 * the other files of this folder.
 */
describe('what would be deployed', () => {
  it('to prod is as it was', () => {
    expect(prod.join('\n')).toMatchSnapshot();
  });

  it.each(['staging', 'dev'] as const)('to %s differs from that as it did, besides having no alarms', (stage) => {
    const here = templateOf(stage);
    const watched = prod.filter((line) => !line.startsWith('Alarms'));
    const difference = [
      ...watched.filter((line) => !here.includes(line)).map((line) => `- ${line}`),
      ...here.filter((line) => !prod.includes(line)).map((line) => `+ ${line}`),
    ];
    expect(difference.join('\n')).toMatchSnapshot();
  });

  it('differs by one output when a deployment says which commit it is of', () => {
    const dev = templateOf('dev');
    const ofCommit = templateOf('dev of a commit');
    expect(ofCommit.filter((line) => !dev.includes(line))).toEqual(['Output.Commit = {"Value":"0123abc"}']);
    expect(dev.filter((line) => !ofCommit.includes(line))).toEqual([]);
  });
});
