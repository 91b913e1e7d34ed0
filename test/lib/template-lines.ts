import { type Template, template } from './template-reader.ts';

/**
 * Returns a template as lines that people can compare: one line for each property of a resource, after the resource's
 * name. Leaves out tags, the stage's name, and hashes of file contents.
 */
export function linesOf(synthesized: Template, stage: string): string[] {
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
