import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isListening } from '../../../tooling/machine/free-port.ts';
import { until } from '../../support/until.ts';
import type { Installed } from './installed-sandbox.ts';

/** Tests that a sandbox does not outlive the program that started it. */
export function sandboxEndsWithItsProgram(installed: () => Installed, environment: NodeJS.ProcessEnv): void {
  describe('a sandbox whose program has ended', () => {
    const started = (then: string) =>
      `import { startSandbox } from 'partner-lines-sandbox';
     const { baseUrl, controlUrl } = await startSandbox();
     process.stdout.write(JSON.stringify({ baseUrl }) + '\\n');
     ${then}`;

    async function portAfter(then: string) {
      const temporary = mkdtempSync(join(installed().folder, 'tmp-'));
      const child = spawn(process.execPath, ['--input-type=module', '-e', started(then)], {
        cwd: installed().folder,
        env: { ...environment, TMPDIR: temporary },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
      });
      const [code, signal] = await new Promise<unknown[]>((ended) => child.once('close', (...how) => ended(how)));
      return { code, signal, temporary, port: Number(new URL(JSON.parse(output).baseUrl).port) };
    }

    it('a sandbox ends after the program that started the sandbox has ended without closing it', async () => {
      const { code, port } = await portAfter('');
      expect(code).toBe(0);
      await until(async () => !(await isListening(port)));
    });

    it('a sandbox deletes its folder after the program that started the sandbox was killed', async () => {
      const { signal, temporary, port } = await portAfter("process.kill(process.pid, 'SIGKILL');");
      expect(signal).toBe('SIGKILL');
      await until(async () => !(await isListening(port)));
      await until(() => readdirSync(temporary).length === 0);
    });
  });
}
