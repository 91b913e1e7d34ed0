import { describe, expect, it } from '@jest/globals';
import { synthesized } from './synthesized.ts';
import { type Template, template } from './template-reader.ts';
import { VARIATIONS, type VariationName } from './variations.ts';

/**
 * Returns a template as lines that people can compare: one line for each property of a resource, after the resource's
 * name. Leaves out tags, the stage's name, and hashes of file contents.
 */
function linesOf(synthesized: Template, stage: string): string[] {
  const { Resources, Outputs } = template.parse(JSON.parse(plain(JSON.stringify(synthesized), stage)));
  return [
    ...Object.entries(Resources).flatMap(([id, { Type, Properties, ...settings }]) => [
      `${id}: ${Type}`,
      ...linesIn(id, settings),
      ...linesIn(id, Properties),
    ]),
    ...linesIn('Output', Outputs),
  ];
}

const linesIn = (id: string, properties: Readonly<Record<string, unknown>>) =>
  Object.entries(properties)
    .filter(([name]) => name !== 'Tags')
    .map(([name, value]) => `${id}.${name} = ${JSON.stringify(value)}`);

const plain = (text: string, stage: string) =>
  text
    .replace(/[0-9a-f]{64}(?=\.zip)/g, '<asset>')
    .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1<version>')
    .replace(/(PublicApiDeployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1<deployment>')
    .replaceAll(new RegExp(`DeploymentStage${stage}[0-9A-F]{8}`, 'g'), 'DeploymentStage')
    .replaceAll(new RegExp(`Permissionpartnerlines${stage}service\\w+`, 'g'), 'Permission')
    .replaceAll(new RegExp(`\\b${stage}\\b`, 'g'), '<stage>');

const templateOf = (name: VariationName) => {
  const { stateful, service } = synthesized(name);
  const { stage } = VARIATIONS[name];
  return [...linesOf(stateful, stage), ...linesOf(service, stage)];
};
const prod = templateOf('prod');

/**
 * Compares everything that would be deployed with a snapshot, so that a review shows the full effect of a change in CDK
 * or in our code. A person decides whether a difference is intended (`--updateSnapshot`). Other files in this folder
 * assert what must always hold.
 */
describe('the deployed template', () => {
  it('the template of prod equals its snapshot', () => {
    expect(prod.join('\n')).toMatchSnapshot();
  });

  it.each(['staging', 'dev'] as const)(
    'the snapshot shows how the template of %s differs from that of prod, apart from the alarms that only prod has',
    (stage) => {
      const here = templateOf(stage);
      const watched = prod.filter((line) => !line.startsWith('Alarms'));
      const difference = [
        ...watched.filter((line) => !here.includes(line)).map((line) => `- ${line}`),
        ...here.filter((line) => !prod.includes(line)).map((line) => `+ ${line}`),
      ];
      expect(difference.join('\n')).toMatchSnapshot();
    },
  );

  it('a template has the outputs Commit and PreviousCommits only if the deployment names these commits', () => {
    const dev = templateOf('dev');
    const ofCommit = templateOf('dev of a commit');
    expect(ofCommit.filter((line) => !dev.includes(line))).toEqual([
      'Output.Commit = {"Value":"0123abc"}',
      'Output.PreviousCommits = {"Value":"4567def"}',
    ]);
    expect(dev.filter((line) => !ofCommit.includes(line))).toEqual([]);
  });
});
