import { MAX_IDLE_MS } from '../../../shared/delivery/sending/connection/connection-pool.ts';
import { farIPv4, farIPv6, IPV6_WITHOUT_ROUTE } from './far-network.ts';

/** A receiver to which every event must be delivered at the first attempt. */
export interface Scenario {
  /** A description of the receiver, which completes the sentence "The receiver …". */
  readonly behaviour: string;
  readonly addresses: readonly string[];
  readonly tls?: boolean;
  readonly response?: string;
  /** The receiver closes a connection that was idle for this long. */
  readonly closesIdleAfterMs?: number;
  /** For each of these times, a sender sends two events, with this wait between them. */
  readonly gapsMs: readonly number[];
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const okWith = (headers: string) => OK.replace('\r\n\r\n', `\r\n${headers}\r\n`);
const interim = (status: number) => `HTTP/1.1 ${status} x\r\nLink: </x>\r\n\r\n`;

/** A wait after which the second event uses the connection of the first. */
const REUSED_AFTER_MS = 300;

const overEach = (behaviour: string, about: Omit<Scenario, 'behaviour' | 'gapsMs'>): Scenario[] => [
  { behaviour: `${behaviour}, over HTTP`, gapsMs: [REUSED_AFTER_MS], ...about },
  { behaviour: `${behaviour}, over TLS`, gapsMs: [REUSED_AFTER_MS], tls: true, ...about },
];

const closingIdle = (afterMs: number): Scenario[] => {
  const behaviour = `closes idle connections after ${afterMs / 1_000} s`;
  const closing = { addresses: [farIPv4(150)], closesIdleAfterMs: afterMs };
  // With the second wait, the second event is on its way when the receiver closes the connection. With the third, it
  // comes after that.
  const gapsMs = [REUSED_AFTER_MS, afterMs - 120, afterMs + 50];
  return [
    {
      behaviour: `${behaviour} and announces it`,
      response: okWith(`Keep-Alive: timeout=${afterMs / 1_000}\r\n`),
      gapsMs,
      ...closing,
    },
    {
      behaviour: `${behaviour} and does not announce it`,
      // A wait with which the second event would be lost is left out: it is sent on a reused connection that the
      // receiver closes at that moment without announcing it.
      gapsMs: gapsMs.filter((gapMs) => gapMs === REUSED_AFTER_MS || gapMs > MAX_IDLE_MS),
      ...closing,
    },
  ];
};

const ADDRESSES: readonly Scenario[] = [
  ...[150, 300, 450].flatMap((roundTripMs) => [
    ...overEach(`is ${roundTripMs} ms away`, { addresses: [farIPv4(roundTripMs)] }),
    ...overEach(`is ${roundTripMs} ms away and also has an IPv6 address without a route`, {
      addresses: [farIPv4(roundTripMs), IPV6_WITHOUT_ROUTE],
    }),
    ...overEach(`is ${roundTripMs} ms away, also by IPv6, and the first packet of each connection is lost`, {
      addresses: [farIPv4(roundTripMs, 'loses the first packet'), farIPv6(roundTripMs, 'loses the first packet')],
    }),
  ]),
  ...overEach('is near, has an IPv6 address without a route, and the first packet of each connection is lost', {
    addresses: [farIPv4(20, 'loses the first packet'), IPV6_WITHOUT_ROUTE],
  }),
  ...overEach('has several addresses, and only the last responds', {
    addresses: [farIPv4(150, 'silent'), farIPv4(160, 'silent'), farIPv4(150)],
  }),
  ...overEach('has several addresses, and only the first responds', {
    addresses: [farIPv4(300), farIPv4(300, 'silent'), farIPv6(300, 'silent')],
  }),
  ...overEach('responds by IPv6 but not by IPv4', { addresses: [farIPv4(150, 'silent'), farIPv6(150)] }),
];

const RESPONSES: readonly Scenario[] = [
  { behaviour: 'sends 100 Continue before each response', response: `${interim(100)}${OK}` },
  {
    behaviour: 'sends interim responses 100 to 103 before each response',
    response: `${[100, 101, 102, 103].map(interim).join('')}${OK}`,
  },
  { behaviour: 'sends heads of 100 KiB', response: okWith(`X-A: ${'a'.repeat(1_017)}\r\n`.repeat(100)) },
  { behaviour: 'sends the same Content-Length twice', response: okWith('Content-Length: 2\r\n') },
].flatMap(({ behaviour, response }) => overEach(behaviour, { addresses: [farIPv4(150)], response }));

export const SCENARIOS: readonly Scenario[] = [
  ...ADDRESSES,
  ...RESPONSES,
  ...[1_000, 2_000, 5_000].flatMap(closingIdle),
];
