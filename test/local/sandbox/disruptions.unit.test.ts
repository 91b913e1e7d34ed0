import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SLOW_MS } from '../../../local/sandbox/disruptions.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

describe('the disruptions of the sandbox', () => {
  it('the README states how much longer a slow response takes', () => {
    const readme = readFileSync(join(projectDir(), 'clients/sandbox/README.md'), 'utf8');
    expect(readme).toContain(`| \`'slow'\` | the response takes ${SLOW_MS / 1_000} seconds longer |`);
  });
});
