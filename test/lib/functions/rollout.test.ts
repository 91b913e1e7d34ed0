import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { FUNCTION_NAMES, ROLLOUT_CHECK } from '../../../lib/rights.ts';
import { chunksOf } from '../../../shared/domain/chunks.ts';
import { synthesized } from '../synthesized.ts';
import { countOf, parsedProperties, propertiesOf, resourcesOf, type Template } from '../template-reader.ts';

const dev = synthesized('dev').service;
const staging = synthesized('staging').service;
const prod = synthesized('prod').service;

const ofOneMetric = {
  AlarmDescription: z.string().default(''),
  MetricName: z.string().optional(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
};
/** Returns the logical id of the version in a dimension's value. The name of the function may come before it. */
const versionIn = (value: unknown) => /"Fn::GetAtt":\["(\w+)","Version"\]/.exec(JSON.stringify(value))?.[1];

const aliasOf = z.object({
  UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.looseObject({}) }).optional(),
  DependsOn: z.array(z.string()).default([]),
  Properties: z.object({ Name: z.string(), FunctionName: z.object({ Ref: z.string() }), FunctionVersion: z.unknown() }),
});
/** The functions that have traffic. Only prod has a probe. */
const functionsIn = (template: Template) => FUNCTION_NAMES.filter((name) => template === prod || name !== 'probe');
/** The aliases of the functions that have traffic. */
const shiftedIn = (template: Template) => aliasesOf(template).filter(({ id }) => !isOfCheck(id));
const isOfCheck = (logicalId: string) => logicalId.startsWith('Rolloutcheckversion');
const aliasesOf = (template: Template) =>
  Object.entries(resourcesOf(template, 'AWS::Lambda::Alias')).map(([id, alias]) => ({ id, ...aliasOf.parse(alias) }));

/** Returns the aliases in the order of their updates: each after all aliases that it depends on. */
function turnsOf(template: Template): string[][] {
  const turns: string[][] = [];
  let waiting = shiftedIn(template);
  while (waiting.length > 0) {
    const done = turns.flat();
    const next = waiting.filter(({ DependsOn }) => DependsOn.every((id) => isOfCheck(id) || done.includes(id)));
    if (next.length === 0) throw new Error('The aliases depend on each other in a cycle, or on something else');
    turns.push(next.map(({ id }) => id));
    waiting = waiting.filter((alias) => !next.includes(alias));
  }
  return turns;
}

describe('the rollout of a new version', () => {
  it.each([
    ['dev', dev],
    ['staging', staging],
    ['prod', prod],
  ])("the alias `live` of each function in stage %s points to the function's new version", (_, template) => {
    const aliases = aliasesOf(template);
    // The check before traffic shifts has no traffic itself.
    const functions = template === dev ? functionsIn(dev) : [...functionsIn(template), ROLLOUT_CHECK];
    expect(aliases).toHaveLength(functions.length);
    expect(new Set(aliases.map(({ Properties }) => Properties.FunctionName.Ref)).size).toBe(functions.length);
    expect(new Set(aliases.map(({ Properties }) => Properties.Name))).toEqual(new Set(['live']));
    const versions = resourcesOf(template, 'AWS::Lambda::Version');
    for (const { Properties } of aliases) {
      const version = versions[versionIn(Properties.FunctionVersion) ?? ''];
      expect(version?.Properties['FunctionName']).toEqual(Properties.FunctionName);
    }
  });

  it('a new version in dev gets all traffic immediately without CodeDeploy', () => {
    expect(countOf(dev, 'AWS::CodeDeploy::DeploymentGroup')).toBe(0);
    for (const { UpdatePolicy } of aliasesOf(dev)) expect(UpdatePolicy).toBeUndefined();
  });

  it.each([
    ['staging', staging, 'CodeDeployDefault.LambdaAllAtOnce'],
    ['prod', prod, 'CodeDeployDefault.LambdaCanary10Percent5Minutes'],
  ])('CodeDeploy rolls out the new version of each function in stage %s', (_, template, pace) => {
    const groups = propertiesOf(template, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(functionsIn(template).length);
    for (const group of groups) {
      expect(group).toMatchObject({
        DeploymentConfigName: pace,
        AlarmConfiguration: {
          Enabled: true,
          Alarms: [{ Name: { Ref: expect.anything() } }, { Name: { Ref: expect.anything() } }],
        },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
    }
    for (const { UpdatePolicy } of shiftedIn(template)) expect(UpdatePolicy).toBeDefined();
  });

  it.each([
    ['staging', staging],
    ['prod', prod],
  ])('CodeDeploy shifts the traffic of at most five functions at a time in stage %s', (_, template) => {
    const turns = turnsOf(template);
    expect(turns.map(({ length }) => length)).toEqual(chunksOf(functionsIn(template), 5).map(({ length }) => length));
    const aliases = new Map(
      shiftedIn(template).map(({ id, DependsOn }) => [id, DependsOn.filter((other) => !isOfCheck(other))]),
    );
    turns.slice(1).forEach((turn, index) => {
      for (const id of turn) expect(aliases.get(id)?.toSorted()).toEqual(turns[index]?.toSorted());
    });
  });

  it('the rollback alarms watch only errors and faults of the new version', () => {
    const judged = parsedProperties(prod, 'AWS::CloudWatch::Alarm', ofOneMetric)
      .filter(({ AlarmDescription }) => AlarmDescription.startsWith('Rolls back '))
      .map(({ MetricName, Dimensions }) => {
        const version = Dimensions.find(({ Name }) => ['ExecutedVersion', 'version'].includes(Name));
        return `${MetricName} ${versionIn(version?.Value)}`;
      });
    const versions = Object.keys(resourcesOf(prod, 'AWS::Lambda::Version')).filter((id) => !isOfCheck(id));
    expect(judged.sort()).toEqual(versions.flatMap((id) => [`Errors ${id}`, `UnhandledError ${id}`]).sort());
  });

  it.each([
    ['staging', staging],
    ['prod', prod],
  ])('CodeDeploy invokes the rollout check before a new version in stage %s gets traffic', (_, template) => {
    const check = Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).find(([id]) => isOfCheck(id));
    const tried = JSON.stringify(check?.[1].Properties['Environment']);
    for (const { id, DependsOn, UpdatePolicy, Properties } of shiftedIn(template)) {
      expect(UpdatePolicy?.CodeDeployLambdaAliasUpdate).toMatchObject({
        BeforeAllowTrafficHook: { Ref: check?.[0] },
      });
      expect([id, DependsOn]).toEqual([id, expect.arrayContaining([check?.[0]])]);
      expect(tried).toContain(versionIn(Properties.FunctionVersion));
    }
  });

  it('prod keeps the previous version of a function, but dev deletes it', () => {
    const versionsIn = (template: Template) => Object.values(resourcesOf(template, 'AWS::Lambda::Version'));
    for (const version of versionsIn(prod)) {
      expect(version).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
    expect(versionsIn(dev)).toHaveLength(functionsIn(dev).length);
    for (const version of versionsIn(dev)) expect(version).toMatchObject({ DeletionPolicy: 'Delete' });
  });
});
