import { describe, expect, it } from '@jest/globals';
import { canBeStageName, parseStageSettings, STAGE_NAMES, STAGES, stageSettings } from '../../lib/stages.ts';
import { neutralSettings } from './neutral-settings.ts';
import { synthesized } from './synthesized.ts';
import { propertiesOf, resourcesOf } from './template-reader.ts';
import { EVERY_SETTING, VARIATIONS, type VariationName } from './variations.ts';

describe('the stages', () => {
  it.each(STAGES)('the service stack of stage %s has fewer than 400 resources', (stage) => {
    const { stateful, service } = synthesized(stage);
    expect(Object.keys(stateful.Resources).length).toBeGreaterThan(20);
    expect(Object.keys(service.Resources).length).toBeGreaterThan(80);
    expect(Object.keys(service.Resources).length).toBeLessThan(400);
  });

  it('the error for an unknown stage lists the known stages', () => {
    expect(() => stageSettings('production')).toThrow(
      'Unknown stage "production": choose one of dev, staging, prod, kr-prod, ca-prod',
    );
  });

  it.each(STAGE_NAMES)('the name of stage %s does not collide with the name of another stage', (stage) => {
    expect(
      canBeStageName(
        stage,
        STAGE_NAMES.filter((other) => other !== stage),
      ),
    ).toBe(true);
  });

  it('the stages of Korea and Canada have the settings of prod under their own names', () => {
    for (const stage of ['kr-prod', 'ca-prod']) {
      expect(neutralSettings(stage)).toEqual({ ...neutralSettings('prod'), stage });
    }
  });

  it('the error for invalid settings of a stage names the settings and the file lib/stages.ts', () => {
    const given = { ...stageSettings('prod'), logRetentionDays: 8, domian: { name: 'api.example.com' } };
    for (const word of ['lib/stages.ts', 'logRetentionDays', 'domian']) {
      expect(() => parseStageSettings(given)).toThrow(word);
    }
  });
});

it('only a function for which a client waits can have warm instances', () => {
  const withWarm = (warmInstances: object) => parseStageSettings({ ...stageSettings('prod'), warmInstances });
  expect(withWarm({ authorizer: 1, whoami: 100 }).warmInstances).toEqual({ authorizer: 1, whoami: 100 });
  for (const wrong of [{ authorizer: 0 }, { authorizer: 101 }, { authorizer: 1.5 }, { relay: 1 }, { whoam: 1 }]) {
    expect(() => withWarm(wrong)).toThrow('warmInstances');
  }
});

describe('the retention of a stage', () => {
  it('a stage can keep calls for 7 to 3,650 days', () => {
    const withDays = (callsDays: number) => parseStageSettings({ ...stageSettings('prod'), callsDays });
    for (const days of [7, 3_650]) expect(withDays(days).callsDays).toBe(days);
    for (const wrong of [6, 7.5, 0, -30, 3_651]) expect(() => withDays(wrong)).toThrow('callsDays');
  });

  it.each([
    ['prod', 'none'],
    ['prod with every setting', '400'],
  ] as const)(
    'the retention from the settings reaches record-call, intake and the outputs: %s, %s',
    (variation, expected) => {
      const { service } = synthesized(variation);
      const functions = Object.values(resourcesOf(service, 'AWS::Lambda::Function'));
      const environments = functions.map(({ Properties }) => JSON.stringify(Properties?.['Environment']));
      const told = environments.filter((environment) => environment?.includes('CALLS_DAYS'));
      expect(told).toEqual([
        expect.stringContaining('"POWERTOOLS_SERVICE_NAME":"record-call"'),
        expect.stringContaining('"POWERTOOLS_SERVICE_NAME":"intake"'),
      ]);
      for (const environment of told) expect(environment).toContain(`"CALLS_DAYS":"${expected}"`);
      expect(service.Outputs).toMatchObject({ CallsDays: { Value: expected } });
    },
  );
});

describe('the stacks of a stage', () => {
  it.each(STAGES)(
    'only the stateful stack of %s has termination protection, and only if the stage keeps its data',
    (stage) => {
      const { stateful, service } = synthesized(stage).stacks;
      expect(stateful.properties.terminationProtection).toBe(stage === 'prod');
      expect(service.properties.terminationProtection).toBe(false);
    },
  );

  it('the stacks of a stage are in the account and region that its settings name', () => {
    const { account, region } = EVERY_SETTING.env;
    for (const { environment } of Object.values(synthesized('prod with every setting').stacks)) {
      expect(environment).toBe(`aws://${account}/${region}`);
    }
  });

  it.each(STAGES)('no role or dashboard of %s has a name that is the same in two regions', (stage) => {
    const { stateful, service } = synthesized(stage);
    for (const template of [stateful, service]) {
      for (const role of Object.values(resourcesOf(template, 'AWS::IAM::Role'))) {
        expect(role.Properties).not.toHaveProperty('RoleName');
      }
      for (const dashboard of Object.values(resourcesOf(template, 'AWS::CloudWatch::Dashboard'))) {
        const name = { 'Fn::Join': ['', [`partner-lines-${stage}-`, { Ref: 'AWS::Region' }]] };
        expect(dashboard.Properties).toMatchObject({ DashboardName: name });
      }
    }
  });

  it('the stacks of a stage have tags for the owner, the cost centre and the class of the data', () => {
    const tags = [
      { Key: 'cost-centre', Value: 'partner-lines' },
      { Key: 'data-class', Value: 'personal' },
      { Key: 'owner', Value: 'partner-platform' },
      { Key: 'service', Value: 'partner-lines' },
      { Key: 'stage', Value: 'prod' },
    ];
    const { stateful, service, stacks } = synthesized('prod');
    const tagged = [
      ...propertiesOf(stateful, 'AWS::DynamoDB::Table'),
      ...propertiesOf(stateful, 'AWS::SQS::Queue'),
      ...propertiesOf(service, 'AWS::Lambda::Function'),
    ];
    for (const { Tags } of tagged) expect(Tags).toEqual(tags);
    for (const stack of Object.values(stacks)) {
      expect(stack.properties.tags).toEqual(Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])));
    }
  });
});

describe('a temporary stage', () => {
  const { stage, expiresAt } = VARIATIONS['temporary stage'];
  const resourcesIn = (name: VariationName) => {
    const { stateful, service } = synthesized(name);
    return [stateful, service].flatMap(({ Resources }) => Object.values(Resources));
  };
  /** The fixed names of the resources. CloudFormation makes all other names itself, from those of the stacks. */
  const namesIn = (name: VariationName) =>
    resourcesIn(name)
      .filter(({ Type }) => !/::(Alias|GatewayResponse)$/.test(Type))
      .flatMap(({ Properties }) => Object.entries(Properties))
      .filter(([property, value]) => /^(\w*Name|SamplingRule)$/.test(property) && typeof value !== 'object')
      .map(([, value]) => String(value));
  const samplingRulesIn = (name: VariationName) =>
    propertiesOf(synthesized(name).service, 'AWS::XRay::SamplingRule').map(({ SamplingRule }) => SamplingRule);

  it('a temporary stage shares no name of a resource with dev', () => {
    const names = namesIn('temporary stage');
    expect(names).toContain(`/partner-lines/${stage}/relay`);
    expect(names).toContain(`partner-lines-${stage}-partner-notices`);
    expect(names.filter((name) => namesIn('dev').includes(name))).toEqual([]);
  });

  it("the name of a temporary stage's sampling rule has at most the 32 characters that X-Ray allows", () => {
    const name = `partner-lines-${stage}-api`;
    expect(samplingRulesIn('temporary stage')).toEqual([expect.objectContaining({ RuleName: name })]);
    expect(name).toHaveLength(32);
  });

  it('the stacks of a temporary stage have the tag expires-at', () => {
    const { stacks } = synthesized('temporary stage');
    for (const { properties } of Object.values(stacks))
      expect(properties.tags).toMatchObject({ 'expires-at': expiresAt });
  });

  it('all resources of a temporary stage are deleted with the stage', () => {
    const typesIn = (name: VariationName) => resourcesIn(name).map(({ Type }) => Type);
    const [here, inDev] = [typesIn('temporary stage'), typesIn('dev')];
    expect(here).not.toContain('AWS::ApiGateway::Account');
    expect(here).toHaveLength(inDev.length - 2);
    const kept = resourcesIn('temporary stage').filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete');
    expect(kept).toEqual([]);
    expect(synthesized('temporary stage').stacks.stateful.properties.terminationProtection).toBe(false);
  });
});

it.each([
  ['an address without TLS', { docsUrl: 'http://docs.acme.example' }],
  ['an address with a slash at its end', { baseUrl: 'https://api.acme.example/' }],
  ['support that is neither an email address nor a URL', { support: 'help desk' }],
  ['an unknown name', { docUrl: 'https://docs.acme.example' }],
])('the settings of the pages for partners cannot contain %s', (_what, docs) => {
  expect(() => parseStageSettings({ ...stageSettings('prod'), docs })).toThrow(/lib\/stages\.ts are wrong/);
});
