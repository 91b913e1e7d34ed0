import { createSocket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import { type Answer, decode, encode } from 'dns-packet';

/** DNS response codes (RFC 1035). Their values are those in the flags of a response. */
const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface DnsResponse {
  readonly code?: keyof typeof CODES;
  readonly records?: readonly Answer[];
  /** Whether the server does not respond. */
  readonly silent?: boolean;
}

/** A DNS question, and how often it was asked before. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: string;
  readonly before: number;
}

type Zone = Readonly<Record<string, DnsResponse | ((question: DnsQuestion) => DnsResponse)>>;

/** Returns a zone entry with these addresses, of which each response has those of the requested family. */
export const leadsTo =
  (...addresses: string[]) =>
  ({ name, type }: DnsQuestion): DnsResponse => ({ records: recordsOf(name, type, addresses) });

/** Returns a chain of aliases from the name to the last alias, which has the addresses. */
export const isAliasOf =
  (aliases: readonly string[], ...addresses: string[]) =>
  ({ name, type }: DnsQuestion): DnsResponse => {
    const chain = [name, ...aliases];
    const links = aliases.map((data, at): Answer => ({ type: 'CNAME', name: chain[at] ?? name, data, ttl: 0 }));
    return { records: [...links, ...recordsOf(chain.at(-1) ?? name, type, addresses)] };
  };

/** Returns a zone entry whose address changes after the first question of a family: DNS rebinding. */
export const rebinds =
  (first: string, then: string) =>
  (question: DnsQuestion): DnsResponse =>
    leadsTo(question.before === 0 ? first : then)(question);

const recordsOf = (name: string, type: string, addresses: readonly string[]): Answer[] => {
  const isAsked = type === 'A' ? isIPv4 : isIPv6;
  const family = type === 'A' ? 'A' : 'AAAA';
  return addresses.filter((address) => isAsked(address)).map((data) => ({ type: family, name, data, ttl: 0 }));
};

/** Starts a DNS server on loopback. Names outside the zone do not exist. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (packet, from) => {
    const { id, questions } = decode(packet);
    const [question] = questions ?? [];
    if (!question) return;
    const name = question.name.toLowerCase();
    const before = asked.filter((one) => one === `${question.type} ${name}`).length;
    asked.push(`${question.type} ${name}`);
    const held = zone[name] ?? { code: 'NXDOMAIN' };
    const reply = typeof held === 'function' ? held({ name, type: question.type, before }) : held;
    if (reply.silent) return;
    const flags = CODES[reply.code ?? 'NOERROR'];
    const answers = [...(reply.records ?? [])];
    socket.send(
      encode({ type: 'response', id: id ?? 0, flags, questions: [question], answers }),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    /** The address for `createResolver`, and for the local service's `--dns`. */
    address: `127.0.0.1:${socket.address().port}`,
    /** All questions in order, each such as `A hooks.acme.com`. */
    asked: asked as readonly string[],
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
