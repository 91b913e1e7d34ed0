import { describe, expect, it } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { FUNCTION_NAMES } from '../../lib/rights.ts';
import { synthesized } from './synthesized.ts';
import { resources } from './template-reader.ts';

const dev = synthesized('dev').service;
const staging = synthesized('staging').service;
const prod = synthesized('prod').service;

const policyOf = z.object({
  UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.looseObject({}) }).optional(),
  Properties: z.object({ Name: z.string(), FunctionName: z.object({ Ref: z.string() }) }),
});
const aliasesOf = (template: Template) =>
  Object.values(template.findResources('AWS::Lambda::Alias')).map((alias) => policyOf.parse(alias));

describe('a new version', () => {
  it.each([
    ['dev', dev],
    ['staging', staging],
    ['prod', prod],
  ])('of each function in %s is what its alias live leads to', (_, template) => {
    const aliases = aliasesOf(template);
    expect(aliases).toHaveLength(FUNCTION_NAMES.length);
    expect(new Set(aliases.map(({ Properties }) => Properties.FunctionName.Ref)).size).toBe(FUNCTION_NAMES.length);
    expect(new Set(aliases.map(({ Properties }) => Properties.Name))).toEqual(new Set(['live']));
  });

  it('goes to all callers of dev at once, without CodeDeploy', () => {
    dev.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
    for (const { UpdatePolicy } of aliasesOf(dev)) expect(UpdatePolicy).toBeUndefined();
  });

  it.each([
    ['staging', staging, 'CodeDeployDefault.LambdaAllAtOnce'],
    ['prod', prod, 'CodeDeployDefault.LambdaCanary10Percent5Minutes'],
  ])('of each function in %s is rolled out by CodeDeploy and taken back when it fails', (_, template, pace) => {
    template.resourcePropertiesCountIs(
      'AWS::CodeDeploy::DeploymentGroup',
      {
        DeploymentConfigName: pace,
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: Match.anyValue() } }] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      },
      FUNCTION_NAMES.length,
    );
    for (const { UpdatePolicy } of aliasesOf(template)) expect(UpdatePolicy).toBeDefined();
  });

  it('is judged by its own errors, not by those of the version before', () => {
    const versions = Object.keys(prod.findResources('AWS::Lambda::Version'));
    const alarms = Object.values(
      resources(prod, 'AWS::CloudWatch::Alarm', z.looseObject({ Threshold: z.number().optional() })),
    ).filter((alarm) => JSON.stringify(alarm).includes('ExecutedVersion'));
    expect(alarms).toHaveLength(FUNCTION_NAMES.length);
    expect(alarms.map(({ Threshold }) => Threshold)).toEqual(Array(FUNCTION_NAMES.length).fill(1));
    for (const version of versions) {
      expect(alarms.filter((alarm) => JSON.stringify(alarm).includes(`"${version}"`))).toHaveLength(1);
    }
  });

  it('leaves its predecessor in prod, so that the alias can be set back; in dev it takes its place', () => {
    prod.allResources('AWS::Lambda::Version', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
    dev.allResources('AWS::Lambda::Version', { DeletionPolicy: 'Delete' });
  });
});
