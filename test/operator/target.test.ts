import { describe, expect, it } from '@jest/globals';
import { operatorCommand } from '../../operator/target.ts';

const commandFor = (data: string) => operatorCommand({ choice: { data } }, 'doctor');

describe('operator commands that the service prints', () => {
  it('a printed operator command contains the path of the data folder unquoted if the path has no special characters', () => {
    expect(commandFor('/srv/lines-2/.local')).toBe('npm run -s operator -- --data /srv/lines-2/.local doctor');
  });

  it('a printed operator command quotes the path of the data folder so that a shell does not change it', () => {
    expect(commandFor('$(id)')).toBe("npm run -s operator -- --data '$(id)' doctor");
  });
});
