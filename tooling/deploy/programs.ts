import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** The project's programs by path, so the PATH does not decide which versions run. */
const PROGRAMS = { accept: 'bin/accept.ts', build: 'bin/build.ts', cdk: 'node_modules/aws-cdk/bin/cdk' } as const;

/** Runs a program of the project with its output on the terminal, and returns its exit code. */
export type Run = (program: keyof typeof PROGRAMS, args: readonly string[]) => Promise<number>;

export const runIn =
  (cwd: string): Run =>
  (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(root, PROGRAMS[program]), ...args], { cwd, stdio: 'inherit' });
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
    });
