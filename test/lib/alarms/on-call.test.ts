import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ROLLOUT_CHECK } from '../../../lib/rights.ts';
import { synthesized } from '../synthesized.ts';
import { countOf, parsedProperties, propertiesOf, resourcesOf, type Template } from '../template-reader.ts';
import { EVERY_SETTING } from '../variations.ts';

const { service } = synthesized('prod');

/** Returns the names of the alarms. Alarms that only end a rollout have no fixed name. */
const namesIn = (template: Template) =>
  parsedProperties(template, 'AWS::CloudWatch::Alarm', { AlarmName: z.string().optional() })
    .flatMap(({ AlarmName }) => AlarmName ?? [])
    .sort();

describe('the notification of on-call', () => {
  it('the topics of alarms reject plain HTTP', () => {
    const topics = propertiesOf(service, 'AWS::SNS::Topic');
    expect(topics).toHaveLength(2);
    for (const topic of topics) expect(topic['KmsMasterKeyId']).toBeDefined();

    const policies = propertiesOf(service, 'AWS::SNS::TopicPolicy');
    expect(policies).toHaveLength(2);
    for (const policy of policies) {
      expect(policy).toMatchObject({
        PolicyDocument: {
          Statement: [
            { Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
            {
              Effect: 'Allow',
              Principal: { Service: 'cloudwatch.amazonaws.com' },
              Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
            },
          ],
        },
      });
    }
  });

  it('alarms notify the addresses that the settings of the stage name for on-call', () => {
    const subscriptions = parsedProperties(synthesized('prod with every setting').service, 'AWS::SNS::Subscription', {
      Protocol: z.string(),
      Endpoint: z.string(),
      TopicArn: z.object({ Ref: z.string() }),
    }).map(({ Protocol, Endpoint, TopicArn }) => [Protocol, Endpoint, TopicArn.Ref]);
    expect(subscriptions).toEqual([
      ['https', EVERY_SETTING.onCall.page[0], expect.stringContaining('page')],
      ['email', EVERY_SETTING.onCall.ticket[0], expect.stringContaining('ticket')],
    ]);
  });

  it.each(['dev', 'staging'] as const)('stage %s has no alarms except those that roll back a deployment', (stage) => {
    const { service: template } = synthesized(stage);
    for (const type of ['AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Dashboard', 'AWS::SNS::Topic']) {
      expect(countOf(template, type)).toBe(0);
    }
    const found = Object.keys(resourcesOf(template, 'AWS::CloudWatch::Alarm'));
    expect(found.filter((logicalId) => !logicalId.startsWith('Rollout'))).toEqual([]);
  });

  it('the local service has the alarms of prod except those on check-version, and no subscribers', () => {
    const local = synthesized('local service').service;
    expect(countOf(local, 'AWS::SNS::Subscription')).toBe(0);
    const ofProd = namesIn(service).filter((name) => !name.endsWith(ROLLOUT_CHECK));
    expect(namesIn(local).map((name) => name.replace('-dev-', '-prod-'))).toEqual(ofProd);
  });
});
