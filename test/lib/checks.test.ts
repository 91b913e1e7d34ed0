import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Validations } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import * as z from 'zod';
import { serviceApp } from '../../lib/app.ts';
import { addChecks } from '../../lib/checks.ts';
import { STAGES, type StageSettings, stageSettings } from '../../lib/stages.ts';
import { emptyBundles } from './synthesized.ts';

const scratch = mkdtempSync(join(tmpdir(), 'checks-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const bundlesDir = emptyBundles(scratch);

/** As `npm run synth` makes it: with the rules of cdk-nag and those that CDK brings for templates. */
function checked(stage: string, other: Partial<StageSettings> = {}) {
  const made = serviceApp({
    bundlesDir,
    settings: { ...stageSettings(stage), ...other },
    app: { outdir: mkdtempSync(join(scratch, 'out-')) },
  });
  addChecks(made.app);
  return made;
}

describe('the rules for a good stack', () => {
  it.each(STAGES)('find nothing in %s that nobody has explained', (stage) => {
    expect(() => checked(stage).app.synth()).not.toThrow();
  });

  it('find nothing in a stage with a domain of its own either', () => {
    const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' };
    expect(() => checked('prod', { domain: { ...domain, hostedZoneId: 'Z1' } }).app.synth()).not.toThrow();
  });

  it('stop synthesis where they find something', () => {
    const { app, data } = checked('dev');
    new Queue(data, 'Forgotten');
    expect(() => app.synth()).toThrow('AwsSolutions-SQS3');
  });

  it('stop synthesis on a value that CloudFormation does not know, of which CDK only warns', () => {
    const { app, data } = checked('dev');
    const table = data.table.node.defaultChild;
    if (!(table instanceof CfnTable)) throw new Error('The table has no resource');
    table.addPropertyOverride('StreamSpecification.StreamViewType', 'KEY_ONLY');
    expect(() => app.synth()).toThrow("'KEY_ONLY' is not one of");
  });

  it.each(STAGES)('are set aside in %s only with a reason in words', (stage) => {
    const reasons = checked(stage)
      .app.node.findAll()
      .flatMap(({ node }) => node.metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY))
      .flatMap(({ data }) => Object.values(z.record(z.string(), z.string()).parse(data)));
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason.split(' ').length).toBeGreaterThan(3);
  });
});
