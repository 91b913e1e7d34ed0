import { farIPv4, farIPv6, IPV6_WITHOUT_ROUTE } from './far-network.ts';

/** A receiver to which every event must be delivered at the first attempt. */
export interface Scenario {
  /** Completes the sentence "a receiver …". */
  readonly that: string;
  readonly addresses: readonly string[];
  readonly tls?: boolean;
}

const overEach = (that: string, addresses: readonly string[]): Scenario[] => [
  { that: `${that}, over HTTP`, addresses },
  { that: `${that}, over TLS`, addresses, tls: true },
];

export const SCENARIOS: readonly Scenario[] = [
  ...[150, 300, 450].flatMap((roundTripMs) => [
    ...overEach(`is ${roundTripMs} ms away`, [farIPv4(roundTripMs)]),
    ...overEach(`is ${roundTripMs} ms away and also has an IPv6 address without a route`, [
      farIPv4(roundTripMs),
      IPV6_WITHOUT_ROUTE,
    ]),
    ...overEach(`is ${roundTripMs} ms away, also by IPv6, and the first packet of each connection is lost`, [
      farIPv4(roundTripMs, 'loses the first packet'),
      farIPv6(roundTripMs, 'loses the first packet'),
    ]),
  ]),
  ...overEach('is near, has an IPv6 address without a route, and the first packet is lost', [
    farIPv4(20, 'loses the first packet'),
    IPV6_WITHOUT_ROUTE,
  ]),
  ...overEach('has several addresses, and only the last responds', [
    farIPv4(150, 'silent'),
    farIPv4(160, 'silent'),
    farIPv4(150),
  ]),
  ...overEach('has several addresses, and only the first responds', [
    farIPv4(300),
    farIPv4(300, 'silent'),
    farIPv6(300, 'silent'),
  ]),
  ...overEach('responds by IPv6 but not by IPv4', [farIPv4(150, 'silent'), farIPv6(150)]),
];
