import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { STAGES } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { functionOf, resourcesOf, type Template } from '../template-reader.ts';
import { EVERY_SETTING } from '../variations.ts';

const warm = synthesized('prod with every setting').service;
const isWarm = Object.entries(EVERY_SETTING.warmInstances);

const alias = z.object({
  Properties: z.object({
    FunctionName: z.object({ Ref: z.string() }),
    ProvisionedConcurrencyConfig: z.object({ ProvisionedConcurrentExecutions: z.int() }).optional(),
  }),
  UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.looseObject({}) }).optional(),
});
const aliasesIn = (template: Template) =>
  Object.entries(resourcesOf(template, 'AWS::Lambda::Alias')).map(([id, found]) => ({ id, ...alias.parse(found) }));

function aliasOf(action: string) {
  const { id } = functionOf(warm, action);
  const found = aliasesIn(warm).find(({ Properties }) => Properties.FunctionName.Ref === id);
  if (!found) throw new Error(`${action} has no alias`);
  return { functionId: id, ...found };
}

describe('a stage with warm instances in its settings', () => {
  it('the aliases of exactly the functions in the settings have warm instances', () => {
    for (const [action, instances] of isWarm) {
      expect(aliasOf(action).Properties.ProvisionedConcurrencyConfig).toEqual({
        ProvisionedConcurrentExecutions: instances,
      });
    }
    const all = aliasesIn(warm).filter(({ Properties }) => Properties.ProvisionedConcurrencyConfig !== undefined);
    expect(all).toHaveLength(isWarm.length);
  });

  it.each(isWarm)('CodeDeploy rolls out new versions of %s, a function with warm instances', (action) => {
    expect(aliasOf(action).UpdatePolicy).toBeDefined();
  });

  it.each(isWarm)('API Gateway invokes %s only through its alias, which has the warm instances', (action) => {
    const { id, functionId } = aliasOf(action);
    const callers = ['AWS::ApiGateway::Method', 'AWS::ApiGateway::Authorizer', 'AWS::Lambda::Permission']
      .flatMap((type) => Object.values(resourcesOf(warm, type)))
      .map(({ Properties }) => JSON.stringify(Properties));
    expect(callers.filter((properties) => properties.includes(`{"Ref":"${id}"}`))).toHaveLength(2);
    expect(callers.filter((properties) => properties.includes(`"${functionId}"`))).toEqual([]);
  });
});

it.each(STAGES)('stage %s has no warm instances', (stage) => {
  const configs = aliasesIn(synthesized(stage).service).map(
    ({ Properties }) => Properties.ProvisionedConcurrencyConfig,
  );
  expect(configs.filter((config) => config !== undefined)).toEqual([]);
});
