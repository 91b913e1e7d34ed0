import { describe, expect, it } from '@jest/globals';
import { projectDir } from '../../../tooling/project-dir.ts';
import { KEPT, readKeptRelease, replacingProperties } from '../../../tooling/release/kept-releases.ts';
import { problemsOfRelease, problemsOfRollback } from '../../../tooling/release/problems.ts';
import { type Release, releaseOf } from '../../../tooling/release/release.ts';
import { synthesized } from '../../lib/synthesized.ts';

const [first, previous] = [readKeptRelease(projectDir(), 'first'), readKeptRelease(projectDir(), 'previous')];
const replacing = replacingProperties();
const { stateful, service } = synthesized('prod');

type Edit = readonly [from: string | RegExp, to: string];

/** Returns this release, with the planted mistake if there is one. */
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

describe('the current release and earlier releases', () => {
  it.each(KEPT)(
    'the current release removes nothing that the %s release uses (see CONTRIBUTING.md, "Change what is deployed")',
    (kept) => {
      expect(problemsOfRelease(readKeptRelease(projectDir(), kept), now)).toEqual([]);
    },
  );

  it('the stateful stack exports more than the service stack imports', () => {
    expect(Object.keys(now.exports)).toEqual(expect.arrayContaining(now.imports));
    expect(Object.keys(now.exports).length).toBeGreaterThan(now.imports.length);
  });
});

const firstWith = (names: readonly string[], part: string) => names.find((name) => name.includes(part)) ?? part;
const stream = firstWith(previous.imports, 'StreamArn').split(':').at(-1) ?? '';

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
  ['if the stream is created again', planted({ stateful: ['KEYS_ONLY"},', 'NEW_IMAGE"},'] }), /new stream \(KEYS_ONLY/],
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
    /function relay would be created again/,
  ],
  [
    'if it takes away a right that the release before it uses',
    planted({ service: ['"sns:Publish"', '"sns:GetTopicAttributes"'] }),
    /sweep loses the right sns:Publish .*`leaving` of sweep in lib\/rights.ts/,
  ],
])('a release is rejected %s', (_, mistaken, sentence) => {
  expect(problemsOfRelease(previous, mistaken)).toContainEqual(expect.stringMatching(sentence));
});

describe('a right that is removed over two releases', () => {
  const right = 'sns:Publish on topic of notices about partners';
  const withSweep = (used: string[], leaving: string[] = []): Release => ({
    ...now,
    rights: { sweep: { used, leaving } },
  });

  it('a release can keep a right that it no longer uses if it marks the right as leaving', () => {
    expect(problemsOfRelease(withSweep([right]), withSweep([], [right]))).toEqual([]);
  });

  it('a release can remove a right that the previous release marked as leaving', () => {
    expect(problemsOfRelease(withSweep([], [right]), withSweep([]))).toEqual([]);
  });

  it('the template marks as `leaving` a right that a later release can remove', () => {
    const batch = 'dynamodb:BatchGetItem on table, items LINE#*';
    expect(now.rights['get-tenant']).toMatchObject({ leaving: expect.arrayContaining([batch]) });
    expect(now.rights['get-tenant']?.used).not.toContain(batch);
  });
});

type Step = readonly ['forward' | 'back', Release];

/**
 * Takes a stage from a release through others. A step forward deploys both stacks, and a step back only the service
 * stack. Returns what each step would break.
 */
function problemsOnTheWay(from: Release, steps: readonly Step[]): string[] {
  let live = from;
  return steps.flatMap(([direction, to]) => {
    const problems = direction === 'forward' ? problemsOfRelease(live, to) : problemsOfRollback(live, to);
    live = direction === 'forward' ? to : overStatefulOf(live, to);
    return problems;
  });
}

/** Returns a release whose service stack is deployed over the stateful stack of another one. */
const overStatefulOf = ({ exports, streamViewType, resources: { stateful } }: Release, to: Release): Release => ({
  ...to,
  exports,
  streamViewType,
  resources: { ...to.resources, stateful },
});

/** Forward by two releases, back by one, forward again, back to the first release, and forward at once. */
const ways = (last: Release): readonly Step[] => [
  ['forward', previous],
  ['forward', last],
  ['back', previous],
  ['forward', last],
  ['back', first],
  ['forward', last],
];

const sns = 'sns:Publish on topic of notices about partners';
const without = (right: string, list: readonly string[] = []) => list.filter((one) => one !== right);

describe('a stage that rolls forward and back through releases', () => {
  it('a stage can roll forward and back through the first, the previous and this release', () => {
    expect(first.commit).toMatch(/^5d74b1a2/);
    expect(previous.commit).not.toBe(first.commit);
    expect(problemsOnTheWay(first, ways(now))).toEqual([]);
  });

  it.each<[string, Release, RegExp]>([
    [
      'an export is missing that the release to go back to imports',
      {
        ...now,
        exports: Object.fromEntries(Object.entries(now.exports).filter(([name]) => !name.includes('StreamArn'))),
      },
      /no longer exports .*StreamArn.*export it in lib\/stateful-stack.ts, and remove it when no release in tooling\/release imports it/,
    ],
    [
      'a resource is replaced',
      planted({ stateful: ['"SSESpecification":', '"TableName":"mine","SSESpecification":'] }),
      /Table.* would be replaced, because TableName cannot change: .*move to it in two releases/,
    ],
    [
      'a right is removed in the same release as its use',
      { ...now, rights: { ...now.rights, sweep: { used: without(sns, now.rights['sweep']?.used), leaving: [] } } },
      /sweep loses the right sns:Publish .*move it to `leaving` of sweep in lib\/rights.ts/,
    ],
    [
      'a log group is gone to which the release to go back to writes',
      planted({ stateful: ['/partner-lines/prod/relay', '/partner-lines/prod/other'] }),
      /log group \/partner-lines\/prod\/relay.*keep the log group while a release in tooling\/release writes to it/,
    ],
  ])('a stage cannot go forward and back through a release in which %s', (_, mistaken, sentence) => {
    expect(problemsOnTheWay(first, ways(mistaken))).toContainEqual(expect.stringMatching(sentence));
  });

  it('the check of releases rejects the removal of a right while a stage can go back to a release that uses the right', () => {
    const right = 'dynamodb:BatchGetItem on table, items LINE#*';
    const getTenant = now.rights['get-tenant'];
    const tooEarly = {
      ...now,
      rights: {
        ...now.rights,
        'get-tenant': { used: getTenant?.used ?? [], leaving: without(right, getTenant?.leaving) },
      },
    };
    // The release before has it as leaving, so only the stage that went back to the first release needs it.
    expect(problemsOfRelease(previous, tooEarly)).toEqual([]);
    expect(problemsOnTheWay(first, ways(tooEarly))).toEqual([
      expect.stringMatching(/^get-tenant loses the right dynamodb:BatchGetItem/),
    ]);
  });
});
