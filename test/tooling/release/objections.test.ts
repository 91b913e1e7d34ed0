import { describe, expect, it } from '@jest/globals';
import { projectDir } from '../../../tooling/project-dir.ts';
import { missingExports, objectionsToRelease } from '../../../tooling/release/objections.ts';
import { previousRelease } from '../../../tooling/release/previous.ts';
import { type Release, releaseOf } from '../../../tooling/release/release.ts';
import { replacingProperties } from '../../../tooling/release/replacing-properties.ts';
import { synthesized } from '../../lib/synthesized.ts';

const previous = previousRelease(projectDir());
const replacing = replacingProperties();
const { stateful, service } = synthesized('prod');

type Edit = readonly [from: string | RegExp, to: string];

/** Returns this release with a planted mistake. */
function planted(mistake: { readonly stateful?: Edit; readonly service?: Edit } = {}): Release {
  const edited = (template: unknown, edit: Edit | undefined): unknown => {
    const text = JSON.stringify(template);
    const after = edit ? text.replaceAll(...edit) : text;
    if (edit) expect(after).not.toBe(text);
    return JSON.parse(after);
  };
  return releaseOf(
    { commit: 'this', stateful: edited(stateful, mistake.stateful), service: edited(service, mistake.service) },
    replacing,
  );
}
const now = planted();

describe('this release', () => {
  it('takes nothing away that the release before it uses (if it does: CONTRIBUTING.md, "Change what is deployed")', () => {
    expect(objectionsToRelease(previous, now)).toEqual([]);
  });

  it('can go back to the service stack of the release before it, and forward again', () => {
    expect(missingExports(previous.imports, Object.keys(now.exports))).toEqual([]);
    expect(missingExports(now.imports, Object.keys(now.exports))).toEqual([]);
  });

  it('exports more than it imports, so that a later release can import it and be rolled back', () => {
    expect(Object.keys(now.exports)).toEqual(expect.arrayContaining(now.imports));
    expect(Object.keys(now.exports).length).toBeGreaterThan(now.imports.length);
  });
});

const first = (names: readonly string[], part: string) => names.find((name) => name.includes(part)) ?? part;
const stream = first(previous.imports, 'StreamArn').split(':').at(-1) ?? '';

describe('a release is rejected', () => {
  it.each([
    [
      'if an export is missing that the release before it imports',
      planted({ stateful: [`:${stream}`, ':Other'] }),
      /no longer exports .*StreamArn.*lib\/stateful-stack/,
    ],
    [
      'if an export gets another value',
      planted({ stateful: ['{"Fn::GetAtt":["QueuesMain17D1E10B","QueueName"]}', '"other"'] }),
      /The export .*QueuesMain.* gets another value/,
    ],
    [
      'if it replaces the table',
      planted({ stateful: ['"SSESpecification":', '"TableName":"mine","SSESpecification":'] }),
      /TableCD117FA1 \(AWS::DynamoDB::Table\) would be replaced, because TableName/,
    ],
    [
      'if the table gets another logical id',
      planted({ stateful: ['TableCD117FA1', 'Table00000000'] }),
      /TableCD117FA1 \(AWS::DynamoDB::Table\) is gone/,
    ],
    ['if the stream is made anew', planted({ stateful: ['KEYS_ONLY"},', 'NEW_IMAGE"},'] }), /new stream \(KEYS_ONLY/],
    [
      'if a log group is gone to which the release before it writes',
      planted({ stateful: ['/partner-lines/prod/relay', '/partner-lines/prod/other'] }),
      /log group \/partner-lines\/prod\/relay/,
    ],
    [
      'if the API gets another address',
      planted({ service: ['"PublicApi6461FF4B"', '"PublicApi00000000"'] }),
      /PublicApi6461FF4B \(AWS::ApiGateway::RestApi\) is gone/,
    ],
    [
      'if a function gets another name',
      planted({ service: ['"DeliveryrelayE88D82A8"', '"Deliveryrelay00000000"'] }),
      /function relay would be created anew/,
    ],
    [
      'if it takes away a right that the release before it uses',
      planted({ service: ['"sns:Publish"', '"sns:GetTopicAttributes"'] }),
      /sweep loses the right sns:Publish .*`leaving` of sweep in lib\/rights.ts/,
    ],
  ])('%s', (_, mistaken, sentence) => {
    expect(objectionsToRelease(previous, mistaken)).toContainEqual(expect.stringMatching(sentence));
  });
});

describe('a right is removed in two releases', () => {
  const right = 'sns:Publish on topic of notices about partners';
  const withSweep = (used: string[], leaving: string[] = []): Release => ({
    ...now,
    rights: { sweep: { used, leaving } },
  });

  it('first it is leaving, which the check accepts', () => {
    expect(objectionsToRelease(withSweep([right]), withSweep([], [right]))).toEqual([]);
  });

  it('then it is gone, which the check accepts', () => {
    expect(objectionsToRelease(withSweep([], [right]), withSweep([]))).toEqual([]);
  });

  it('is marked in the template, so that a later release knows', () => {
    const batch = 'dynamodb:BatchGetItem on table, items LINE#*';
    expect(now.rights['get-tenant']).toMatchObject({ leaving: expect.arrayContaining([batch]) });
    expect(now.rights['get-tenant']?.used).not.toContain(batch);
  });
});
