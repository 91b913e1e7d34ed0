import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { rejectUnusablePort } from '../../../tooling/machine/taken-port.ts';

describe('a port that a user requests', () => {
  it('a requested port on which another program listens is reported as in use', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const sentence = `Port ${port} is in use; choose another with --port.`;
    await expect(rejectUnusablePort(port, '--port')).rejects.toThrow(new Problem(sentence));
    await closeServer(other);
    await expect(rejectUnusablePort(port, '--port')).resolves.toBeUndefined();
  });

  it("a requested port is rejected with the system's error code if the machine does not have the address", async () => {
    // An address that no machine has (RFC 5737).
    const sentence = 'Port 8787 cannot be used (EADDRNOTAVAIL); choose another with --port.';
    await expect(rejectUnusablePort(8787, '--port', '192.0.2.1')).rejects.toThrow(new Problem(sentence));
  });
});
