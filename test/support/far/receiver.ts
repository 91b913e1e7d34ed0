import { createSender } from '../../../shared/delivery/sending/sender.ts';
import { issue, newAuthority } from '../receivers/certificates.ts';
import { startRawServer } from '../receivers/raw-server.ts';
import { ANY_ADDRESS } from './far-network.ts';
import { OK, type Scenario } from './scenarios.ts';

const HOST = 'hooks.partner.test';
const authority = newAuthority();
const { certPem: cert, keyPem: key } = issue(authority, { hosts: [HOST] });

/** Starts the receiver of a scenario. It works only in the far network. */
export async function startFarReceiver({
  addresses,
  tls,
  response = OK,
  closesIdleAfterMs = 0,
}: Omit<Scenario, 'behaviour' | 'gapsMs'>) {
  const server = await startRawServer(
    (socket) => {
      socket.write(response);
      socket.removeAllListeners('timeout').setTimeout(closesIdleAfterMs, () => socket.destroy());
    },
    tls ? { cert, key } : undefined,
    ANY_ADDRESS,
  );
  const url = new URL(`${tls ? 'https' : 'http'}://${HOST}:${server.port}/hook`);
  return {
    connections: server.connections,
    requests: () => server.received.join('').split('POST /hook').length - 1,
    close: server.close,
    /** Returns a function that sends an event to the receiver as the service does. */
    sender() {
      const send = createSender({
        resolve: async () => ({ kind: 'addresses', addresses }),
        permits: (found) => found.every((address) => addresses.includes(address)),
        allowsPlainHttp: true,
        extraCaPem: authority.certPem,
        nowMs: Date.now,
      });
      return () => send({ url, headers: {}, body: '{}' });
    },
  };
}
