import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { freePort, hiddenPlace, rejectTakenPort } from '../../../tooling/machine/ports.ts';

describe('a port that somebody asks for', () => {
  it('is said to be in use when another program listens there', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const sentence = `Port ${port} is in use; choose another with --port.`;
    await expect(rejectTakenPort(port, '--port')).rejects.toThrow(new Problem(sentence));
    await closeServer(other);
    await expect(rejectTakenPort(port, '--port')).resolves.toBeUndefined();
  });

  it('is refused with what the system says when that is something else', async () => {
    // An address that no machine has (RFC 5737).
    const sentence = 'Port 8787 cannot be used (EADDRNOTAVAIL); choose another with --port.';
    await expect(rejectTakenPort(8787, '--port', '192.0.2.1')).rejects.toThrow(new Problem(sentence));
  });
});

describe('a port that is drawn', () => {
  it('is drawn by nobody else before somebody listens there', async () => {
    const [first, second] = [await freePort(), await freePort()];
    const draws = [first, second, await unreserved()];
    expect(await freePort(0, () => draws.shift() ?? 0)).not.toBe(first);
    expect(draws).toEqual([]);
  });
});

/** A port that nobody has drawn yet: one of the system's own, which it has just taken back. */
async function unreserved(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await closeServer(server);
  return port;
}

describe('a place that no page can find', () => {
  it('is another address and another port each time, on loopback, and nobody listens there', async () => {
    const places = await Promise.all(Array.from({ length: 50 }, () => hiddenPlace()));
    expect(new Set(places.map(({ host }) => host)).size).toBeGreaterThan(45);
    expect(new Set(places.map(({ port }) => port)).size).toBeGreaterThan(45);
    for (const { host, port } of places) {
      // Systems use addresses that begin with 127.0 for themselves.
      expect(host).toMatch(/^127\.[1-9]\d*\.\d+\.[1-9]\d*$/);
      await expect(rejectTakenPort(port, '--port', host)).resolves.toBeUndefined();
    }
  });

  it('is another one when somebody listens there already', async () => {
    let tries = 0;
    const takenFirst = async () => (++tries === 1 ? 'EADDRINUSE' : undefined);
    expect((await hiddenPlace(takenFirst)).host).not.toBe('127.0.0.1');
    expect(tries).toBe(2);
  });

  it('is a port of 127.0.0.1 where a system has no other loopback address', async () => {
    expect((await hiddenPlace(async () => 'EADDRNOTAVAIL')).host).toBe('127.0.0.1');
  });

  it('is missed in one sentence', async () => {
    const sentence = 'No port from 15000 to 32000 is free on 127.0.0.0/8.';
    await expect(hiddenPlace(async () => 'EACCES')).rejects.toThrow(new Problem(sentence));
  });
});
