import { expect, it } from '@jest/globals';
import { commandLine } from '../../../../operator/console/browser/command-line.ts';

it('the command line that a console page shows quotes its options for a shell', () => {
  const options = { partner: "pt_1'; x", newest: true, dryRun: true, write: false, since: undefined };
  expect(commandLine('npm run -s operator -- --data .local', 'delivery list', options)).toBe(
    "npm run -s operator -- --data .local delivery list --partner 'pt_1'\\''; x' --newest --dry-run",
  );
});

it('a console page shows no command line if an option from its address contains control characters', () => {
  expect(commandLine('npm run -s operator --', 'delivery show', { call: 'call_1\nid' })).toBeUndefined();
});
