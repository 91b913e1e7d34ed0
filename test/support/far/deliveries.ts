/** Runs in the far network. Delivers an event to the receiver of each scenario, and prints what happened as JSON. */
import { createSender } from '../../../shared/delivery/sender.ts';
import { issue, newAuthority } from '../receivers/certificates.ts';
import { startRawServer } from '../receivers/raw-server.ts';
import { ANY_ADDRESS } from './far-network.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

const HOST = 'hooks.partner.test';
const authority = newAuthority();
const { certPem: cert, keyPem: key } = issue(authority, { hosts: [HOST] });

async function deliver({ that, addresses, tls = false }: Scenario) {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const server = await startRawServer((socket) => socket.write(ok), tls ? { cert, key } : undefined, ANY_ADDRESS);
  const send = createSender({
    resolve: async () => ({ kind: 'addresses', addresses }),
    permits: (address) => addresses.includes(address),
    allowsPlainHttp: true,
    extraCaPem: authority.certPem,
    nowMs: Date.now,
  });
  const url = new URL(`${tls ? 'https' : 'http'}://${HOST}:${server.port}/hook`);
  const outcome = await send({ url, headers: {}, body: '{}' });
  const requests = server.received.join('').split('POST /hook').length - 1;
  await server.close();
  return { that, outcome, requests };
}

process.stdout.write(JSON.stringify(await Promise.all(SCENARIOS.map(deliver))));
