import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '../../bin/local/loopback.ts';
import { refuseTakenPort } from '../../bin/local/ports.ts';
import { Problem } from '../../bin/problem.ts';

describe('a port that somebody asks for', () => {
  it('is said to be in use when another program listens there', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const sentence = `Port ${port} is in use; choose another with --port.`;
    await expect(refuseTakenPort(port, '--port')).rejects.toThrow(new Problem(sentence));
    await closeServer(other);
    await expect(refuseTakenPort(port, '--port')).resolves.toBeUndefined();
  });

  it('is refused with what the system says when that is something else', async () => {
    // An address that no machine has (RFC 5737).
    const sentence = 'Port 8787 cannot be had (EADDRNOTAVAIL); choose another with --port.';
    await expect(refuseTakenPort(8787, '--port', '192.0.2.1')).rejects.toThrow(new Problem(sentence));
  });
});
