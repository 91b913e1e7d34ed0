import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { freePort, randomAddress } from '../../../tooling/machine/free-port.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { rejectUnusablePort } from '../../../tooling/machine/taken-port.ts';

it('freePort does not return a port that it has just returned', async () => {
  const [first, second] = [await freePort(), await freePort()];
  const draws = [first, second, await unreserved()];
  expect(await freePort(0, () => draws.shift() ?? 0)).not.toBe(first);
  expect(draws).toEqual([]);
});

/** Returns an ephemeral port that was just released and that `freePort` has not returned yet. */
async function unreserved(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await closeServer(server);
  return port;
}

describe('a random loopback address and port', () => {
  it('at least 46 of 50 random loopback addresses and ports differ', async () => {
    const places = await Promise.all(Array.from({ length: 50 }, () => randomAddress()));
    expect(new Set(places.map(({ host }) => host)).size).toBeGreaterThan(45);
    expect(new Set(places.map(({ port }) => port)).size).toBeGreaterThan(45);
    for (const { host, port } of places) {
      // Operating systems use addresses that begin with 127.0.
      expect(host).toMatch(/^127\.[1-9]\d*\.\d+\.[1-9]\d*$/);
      await expect(rejectUnusablePort(port, '--port', host)).resolves.toBeUndefined();
    }
  });

  it('another random loopback address and port are chosen if the first port is in use', async () => {
    let tries = 0;
    const takenFirst = async () => (++tries === 1 ? 'EADDRINUSE' : undefined);
    expect((await randomAddress(takenFirst)).host).not.toBe('127.0.0.1');
    expect(tries).toBe(2);
  });

  it('the random loopback address is 127.0.0.1 on systems that have no other loopback address', async () => {
    expect((await randomAddress(async () => 'EADDRNOTAVAIL')).host).toBe('127.0.0.1');
  });

  it('the choice of a random port fails with one sentence if no port is free', async () => {
    const sentence = 'Found no free port from 15000 to 32000 on 127.0.0.0/8.';
    await expect(randomAddress(async () => 'EACCES')).rejects.toThrow(new Problem(sentence));
  });
});
