import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { Sandbox } from '../../../clients/sandbox/src/index.ts';
import { listenersOf } from '../../support/machine/listeners.ts';
import { obstacleToOtherUsers, statusesForOtherUser } from '../../support/machine/other-user.ts';
import type { Receiver } from '../../support/receivers/receiver.ts';
import { processesOf } from '../../support/service/service.ts';
import type { Installed } from './installed-sandbox.ts';

const obstacle = obstacleToOtherUsers();
const itAsOthers = obstacle ? it.skip : it; // only root can act as another user: printed above
if (obstacle) process.stderr.write(`SKIPPED: ${obstacle}\n`);

interface Running {
  readonly installed: () => Installed;
  readonly sandbox: () => Sandbox;
  readonly receiver: () => Receiver;
}

/** Tests what other users and programs of the machine can see of a running sandbox. */
export function sandboxIsPrivate({ installed, sandbox, receiver }: Running): void {
  itAsOthers(
    'a running sandbox rejects other users of the machine on all ports that need an access key or a token',
    () => {
      const { baseUrl, docsUrl, controlUrl } = sandbox();
      // The API and its documentation are for everybody.
      const others = [baseUrl, docsUrl].map((url) => Number(new URL(url).port));
      const ports = listenersOf(processesOf(installed().sandbox)).filter(({ port }) => !others.includes(port));
      const control = Number(new URL(controlUrl).port);
      const statuses = ports.map(({ host, port }) => [port, ...statusesForOtherUser(`http://${host}:${port}`)]);
      expect(statuses).toEqual(ports.map(({ port }) => [port, port === control ? '400' : '403']));
      expect(ports).toHaveLength(7);
    },
  );

  it('no process of a sandbox has the webhook URL in its command line', () => {
    const commandLines = processesOf(installed().sandbox).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    expect(commandLines.length).toBeGreaterThan(1);
    expect(commandLines.filter((line) => line.includes(receiver().url))).toEqual([]);
  });

  it("a sandbox rejects a command without the sandbox's token", async () => {
    const port = new URL(sandbox().controlUrl).origin;
    const response = await fetch(`${port}/wrong/reset`, { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toEqual([
      400,
      { problem: expect.stringContaining('has this address') },
    ]);
  });
}
