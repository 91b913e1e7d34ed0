import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { freePort } from '../../tooling/machine/free-port.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { rejectForeignPages } from '../../tooling/machine/reject-foreign-pages.ts';
import { type DemoPartner, PARTNERS } from './partners.ts';
import { BEHAVIOURS } from './receiver-behaviours.ts';

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

interface Settings {
  /**
   * The port of an earlier start, to which pending deliveries are sent. If this port is taken, another port is used.
   */
  readonly port?: number | undefined;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/**
 * Starts the receivers of all partners on one loopback port. A partner's behaviour decides how its receiver responds.
 */
export async function startReceivers({ port, nowMs, random }: Settings) {
  const pathOf = ({ slug }: DemoPartner) => `/${slug}/calls`;
  const behaviours = new Map(PARTNERS.map((partner) => [pathOf(partner), BEHAVIOURS[partner.behaviour]]));

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    incoming.resume();
    const react = behaviours.get(incoming.url ?? '') ?? (() => ({ status: 404, afterMs: 0 }));
    const { status, afterMs } = react({ nowMs: nowMs(), random });
    await sleepMs(afterMs);
    outgoing.writeHead(status).end();
  }

  const server = createServer(rejectForeignPages('service', (incoming, outgoing) => void respond(incoming, outgoing)));
  const listening = await listen(server, await freePort(port));
  return {
    urlOf: (partner: DemoPartner) => `http://127.0.0.1:${listening}${pathOf(partner)}`,
    close: () => closeServer(server),
  };
}
