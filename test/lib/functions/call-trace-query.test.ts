import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { synthesized } from '../synthesized.ts';
import { only, propertiesOf } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const { Name, LogGroupNames } = only(service, 'AWS::Logs::QueryDefinition').Properties;

describe('the saved query for the log lines about a call', () => {
  it('searches only log groups that the stack has', () => {
    const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName);
    expect(groups).toEqual(expect.arrayContaining([LogGroupNames].flat()));
  });

  it('has the name and the placeholder that the runbook gives', () => {
    const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
    expect(runbook).toContain(`saved query \`${Name}\``);
    expect(runbook).toContain('replace `CALL_ID`');
  });
});
