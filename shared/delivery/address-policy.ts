import { isIPv4, isIPv6 } from 'node:net';

/** Address blocks as IANA's special-purpose registries name them. Denied: nobody outside this network is behind them. */
export const DENIED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** The only IPv6 space in public use. Mapped, translated, local and multicast forms all lie outside it. */
export const ALLOWED_IPV6 = '2000::/3';

/** Within it: protocol assignments (Teredo, ORCHID, benchmarking), documentation, 6to4, documentation. */
export const DENIED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

interface Block {
  readonly prefix: bigint;
  /** Bits of an address that the prefix leaves open. */
  readonly openBits: bigint;
}

const blocks4 = DENIED_IPV4.map((cidr) => blockOf(cidr, 32));
const allowed6 = blockOf(ALLOWED_IPV6, 128);
const blocks6 = DENIED_IPV6.map((cidr) => blockOf(cidr, 128));
const loopback4 = blockOf('127.0.0.0/8', 32);

/** Whether an address may be connected to for a partner. Everything that is not known to be public is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocks4.some(holds(numberOf(address)));
  if (!isPlainIPv6(address)) return false;
  const is = holds(numberOf(address));
  return is(allowed6) && !blocks6.some(is);
}

/** This machine, as a local receiver has it. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? holds(numberOf(address))(loopback4) : isPlainIPv6(address) && numberOf(address) === 1n;

/** The rule that registration and delivery share. Only the local service may allow loopback. */
export const addressPolicy =
  ({ allowLoopback }: { readonly allowLoopback: boolean }) =>
  (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

/** A zone (`fe80::1%eth0`) names an interface of this machine: never public. */
const isPlainIPv6 = (address: string) => isIPv6(address) && !address.includes('%');

const holds =
  (address: bigint) =>
  ({ prefix, openBits }: Block): boolean =>
    address >> openBits === prefix;

function blockOf(cidr: string, width: 32 | 128): Block {
  const [base = '', bits] = cidr.split('/');
  const openBits = BigInt(width - Number(bits));
  return { prefix: numberOf(base) >> openBits, openBits };
}

/** The address as one number: 32 bits for IPv4, 128 for IPv6. Expects a valid address without a zone. */
function numberOf(address: string): bigint {
  if (isIPv4(address)) return joined(address.split('.').map(Number), 8n);
  const [head = '', tail] = address.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = new Array<number>(8 - left.length - right.length).fill(0);
  return joined([...left, ...zeros, ...right], 16n);
}

/** The 16-bit groups of one side of `::`; a dotted end counts as two. */
function groupsOf(side: string): number[] {
  if (side === '') return [];
  return side.split(':').flatMap((group) => (isIPv4(group) ? halvesOf(group) : [Number.parseInt(group, 16)]));
}

function halvesOf(dotted: string): number[] {
  const all = Number(numberOf(dotted));
  return [Math.floor(all / 0x1_0000), all % 0x1_0000];
}

function joined(parts: readonly number[], bitsEach: bigint): bigint {
  return parts.reduce((sum, part) => (sum << bitsEach) | BigInt(part), 0n);
}
