import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { createSender, type SenderSettings } from '../../../../shared/delivery/sending/sender.ts';
import { type Behaviour, type RawServer, startRawServer } from '../../../support/receivers/raw-server.ts';

const open: RawServer[] = [];
export const closeReceivers = () => Promise.all(open.splice(0).map((server) => server.close()));

/** Returns a sender for which every name is this machine, the only permitted address. */
export const aSender = (about: Partial<SenderSettings> = {}) =>
  createSender({
    resolve: async () => ({ kind: 'addresses', addresses: ['127.0.0.1'] }),
    permits: (addresses) => addresses.every((address) => address === '127.0.0.1'),
    allowsPlainHttp: true,
    nowMs: () => 0,
    ...about,
  });

export async function receiver(behaviour: Behaviour, tls?: TlsOptions) {
  const server = await startRawServer(behaviour, tls);
  open.push(server);
  return { server, url: new URL(`http://receiver.test:${server.port}/hook?a=1`) };
}
export const says = (text: string) => (socket: Socket) => void socket.write(text);
export const post = (url: URL) => ({
  url,
  headers: { 'X-Service-Delivery': 'call-1' },
  body: '{"event":"call.completed"}',
});
export const responded = (status: number) => ({ kind: 'response', status });
export const noResponse = (why: string) => ({ kind: 'noResponse', why });
