import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isListening } from '../../../tooling/machine/free-port.ts';
import { networkNamespace } from '../../../tooling/machine/network-namespace.ts';
import { openPort } from '../../../tooling/machine/open-port.ts';

const { prefix } = await networkNamespace();
const itWithNamespaces = prefix ? it : it.skip;
if (!prefix) process.stderr.write('SKIPPED: this machine permits no network namespaces\n');

/** Listens on a port of its own namespace and on the one that it inherits, and prints the first. */
const PROGRAM = `
  const { createServer } = require('node:http');
  const { createServer: tcp } = require('node:net');
  const own = tcp().listen(0, '127.0.0.1', () => {
    const server = createServer((_, response) => response.end(String(process.pid)));
    server.listen({ fd: 3 }, () => console.log(own.address().port));
  });
  process.stdin.on('close', () => process.exit()).resume();`;

describe('a program in a network namespace', () => {
  itWithNamespaces('a program in a network namespace can be reached only through its open port', async () => {
    const open = await openPort(0);
    const [command = '', ...args] = [...(prefix ?? []), process.execPath, '-e', PROGRAM];
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit', open.fd] });
    open.close();
    const [line] = await once(child.stdout ?? child, 'data');
    const response = await fetch(`http://127.0.0.1:${open.port}`);
    // The programs of the prefix replace themselves with the program, so the id of the child is the id of the program.
    expect(await response.text()).toBe(String(child.pid));
    expect(await isListening(Number(line))).toBe(false);
    child.stdin?.destroy();
    await once(child, 'exit');
    expect(await isListening(open.port)).toBe(false);
  });

  it.each([
    ['unshare', []],
    ['ip', ['unshare', 'sh']],
  ] as const)('a program in a network namespace cannot start without %s', async (missing, present) => {
    const folder = mkdtempSync(join(tmpdir(), 'programs-'));
    try {
      for (const name of present)
        symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
      expect(await networkNamespace(folder)).toEqual({ whyNone: `the program ${missing} is not on the PATH` });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
