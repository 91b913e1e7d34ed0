import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { STAGE_NAMES } from '../../../lib/stages.ts';
import { actionsLike } from '../../lib/rights/policy-words.ts';
import { synthesized } from '../../lib/synthesized.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const text = read('docs/deploy.md');
const rights = read('docs/rights.md');

describe('the documents about a deployment', () => {
  it('docs/rights.md names every AWS service in which CloudFormation creates a resource', () => {
    const { stateful, service } = synthesized('prod with every setting');
    const types = [stateful, service].flatMap(({ Resources }) => Object.values(Resources));
    const services = new Set(types.map(({ Type }) => Type.split('::')[1]));
    for (const name of services) expect(rights).toContain(`\n| ${name} |`);
  });

  it('docs/deploy.md names only npm scripts and stages that exist', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
    const typedScripts = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script = '']) => script);
    expect(typedScripts).toEqual(expect.arrayContaining(['bootstrap', 'deploy', 'operator', 'synth']));
    expect(typedScripts.filter((script) => !(script in scripts))).toEqual([]);
    const stages = [...text.matchAll(/--stage ([\w-]+)|partner-lines-([\w-]+?)-service/g)].map(
      ([, typed, named]) => typed ?? named,
    );
    for (const stage of stages) expect([...STAGE_NAMES, 'pr-123', 'NAME']).toContain(stage);
  });

  it.each(['iam:CreateServiceLinkedRole', 'apigateway:SetWebACL', 'lambda:PutFunctionRecursionConfig'])(
    'docs/rights.md lists the right %s, which cannot be found from the types of the resources',
    (action) => {
      expect(actionsIn(rights)).toContain(action);
    },
  );

  it.each(actionsIn(rights))('docs/rights.md lists only rights that exist in IAM: %s', async (action) => {
    expect(await actionsLike(action)).toHaveLength(1);
  });
});

/** Returns the actions in the tables of rights. A name without a service belongs to the service before it. */
function actionsIn(document: string): string[] {
  const [, people = ''] = document.split('\n## People and pipelines\n');
  const [tables = ''] = people.split('\n## ');
  const found = tables.split('\n').flatMap((line) => {
    const words = line.startsWith('|') ? [...line.matchAll(/`(?:([a-z]\w+):)?([A-Z][A-Za-z]+)`/g)] : [];
    const services = words.map(([, service]) => service);
    return words.map(([, , name], index) => `${services.slice(0, index + 1).findLast((service) => service)}:${name}`);
  });
  return [...new Set(found)];
}
