import { describe, expect, it } from '@jest/globals';
import { serviceApp } from '../../lib/app.ts';
import { checkedSettings, STAGES, stageSettings } from '../../lib/stages.ts';
import { synthesized } from './synthesized.ts';

const appIn = (context: Record<string, unknown>) => () => serviceApp({ bundlesDir: '/nowhere', app: { context } });

describe('stages', () => {
  it.each(STAGES)('%s can be synthesized, and stays far below the 500 resources a stack may have', (stage) => {
    const { stateful, service } = synthesized(stage);
    expect(Object.keys(stateful.toJSON()['Resources']).length).toBeGreaterThan(20);
    expect(Object.keys(service.toJSON()['Resources']).length).toBeGreaterThan(80);
    expect(Object.keys(service.toJSON()['Resources']).length).toBeLessThan(400);
  });

  it('names the stages there are when asked for another', () => {
    expect(() => stageSettings('production')).toThrow('Unknown stage "production": choose one of dev, staging, prod');
    expect(appIn({ stage: 'Prod' })).toThrow('Unknown stage "Prod": choose one of dev, staging, prod');
  });

  it('refuses a misspelt context key, which would deploy dev in silence', () => {
    expect(appIn({ stgae: 'prod' })).toThrow('Unknown context "stgae": only "stage" and "commit" are known');
  });

  it('leaves CDK its own context', () => {
    const context = { 'aws:cdk:enable-path-metadata': true, 'availability-zones:account=1:region=eu-west-1': ['a'] };
    expect(appIn({ ...context, stage: 'nowhere' })).toThrow('Unknown stage');
  });

  it('says in words which setting cannot be', () => {
    const given = { ...stageSettings('prod'), logRetentionDays: 8, domian: { name: 'api.example.com' } };
    for (const word of ['lib/stages.ts', 'logRetentionDays', 'domian']) {
      expect(() => checkedSettings(given)).toThrow(word);
    }
  });
});

describe('the stacks of a stage', () => {
  it.each(STAGES)('are protected from deletion in %s only where data would be lost', (stage) => {
    const { data } = synthesized(stage).stacks;
    expect(data.terminationProtection).toBe(stage === 'prod');
  });

  it.each(STAGES)('let a failed first creation of the service in %s be retried: it is never protected', (stage) => {
    const { service } = synthesized(stage).stacks;
    expect(service.terminationProtection ?? false).toBe(false);
  });

  it('live where the settings say, if they say it', () => {
    const env = { account: '123456789012', region: 'eu-west-1' };
    const { data, service } = synthesized('staging', { env }).stacks;
    for (const { account, region } of [data, service]) expect({ account, region }).toEqual(env);
  });

  it.each(STAGES)(
    'give %s no name that AWS keeps once for all regions of an account, unless it has the region',
    (stage) => {
      const { stateful, service } = synthesized(stage);
      for (const template of [stateful, service]) {
        for (const role of Object.values(template.findResources('AWS::IAM::Role'))) {
          expect(role['Properties']).not.toHaveProperty('RoleName');
        }
        for (const dashboard of Object.values(template.findResources('AWS::CloudWatch::Dashboard'))) {
          const name = { 'Fn::Join': ['', [`partner-lines-${stage}-`, { Ref: 'AWS::Region' }]] };
          expect(dashboard['Properties']).toMatchObject({ DashboardName: name });
        }
      }
    },
  );

  it('tell by tags whose they are, who pays, and that they hold personal data', () => {
    const tags = [
      { Key: 'cost-centre', Value: 'partner-lines' },
      { Key: 'data-class', Value: 'personal' },
      { Key: 'owner', Value: 'partner-platform' },
      { Key: 'service', Value: 'partner-lines' },
      { Key: 'stage', Value: 'prod' },
    ];
    const { stateful, service, stacks } = synthesized('prod');
    stateful.allResourcesProperties('AWS::DynamoDB::Table', { Tags: tags });
    stateful.allResourcesProperties('AWS::SQS::Queue', { Tags: tags });
    service.allResourcesProperties('AWS::Lambda::Function', { Tags: tags });
    for (const stack of Object.values(stacks)) {
      expect(stack.tags.tagValues()).toEqual(Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])));
    }
  });
});
