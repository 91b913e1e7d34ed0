import { expect, it } from '@jest/globals';
import { operatorCommand } from '../../operator/target.ts';

it.each([
  ['/srv/lines-2/.local', '/srv/lines-2/.local'],
  ['$(id)', "'$(id)'"],
])('in an operator command that the service prints, the data folder %s is the shell word %s', (data, word) => {
  expect(operatorCommand({ choice: { data } }, 'doctor')).toBe(`npm run -s operator -- --data ${word} doctor`);
});
