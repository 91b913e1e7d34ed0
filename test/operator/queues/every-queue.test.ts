import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { MAPPING_NAMES, mappingIdOf } from '../../../operator/commands/mapping.ts';
import { QUEUE_NAMES } from '../../../operator/console/protocol/queues.ts';
import { urlOf } from '../../../operator/queues/queues.ts';
import { stackOutputs } from '../../../operator/target.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import { synthesized } from '../../lib/synthesized.ts';
import { countOf, only, resourcesOf } from '../../lib/template-reader.ts';

const { stateful, service } = synthesized('prod');
const withValue = z.object({ Value: z.unknown() });
const outputs = stackOutputs.parse(
  Object.fromEntries(
    Object.entries(service.Outputs).map(([name, output]) => [name, JSON.stringify(withValue.parse(output).Value)]),
  ),
);

describe('the lists of queues and mappings in the operator tool', () => {
  it('the operator tool lists every queue of the stacks', () => {
    const urls = QUEUE_NAMES.map((name) => urlOf({ outputs }, name));
    expect(new Set(urls).size).toBe(countOf(stateful, 'AWS::SQS::Queue'));
  });

  it('the operator tool lists every mapping of the stacks', () => {
    const ids = MAPPING_NAMES.map((name) => mappingIdOf({ outputs }, name));
    expect(new Set(ids).size).toBe(countOf(service, 'AWS::Lambda::EventSourceMapping'));
  });
});

describe('the CloudWatch dashboard of a stack', () => {
  const body = JSON.stringify(only(service, 'AWS::CloudWatch::Dashboard').Properties);

  it('the dashboard shows every queue of the stacks', () => {
    const missing = Object.keys(resourcesOf(stateful, 'AWS::SQS::Queue')).filter((id) => !body.includes(id));
    expect(missing).toEqual([]);
  });

  it('the dashboard shows every function of the service stack', () => {
    const missing = Object.keys(resourcesOf(service, 'AWS::Lambda::Function')).filter((id) => !body.includes(id));
    expect(missing).toEqual([]);
  });
});

it('the table of queues in the runbook contains every queue', () => {
  const page = readFileSync(join(projectDir(), 'docs/runbook.md'), 'utf8');
  const rows = /^\| queue \|.*\n.*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '';
  const namesIn = (column: number) =>
    rows.split('\n').flatMap((row) => row.split('|')[column]?.match(/[a-z-]+(?=`)/g) ?? []);
  expect(namesIn(1).sort()).toEqual([...QUEUE_NAMES].sort());
  expect(namesIn(3).sort()).toEqual(MAPPING_NAMES.filter((name) => name !== 'relay').sort());
});
