import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Names that never lead to the public internet: special-use names, names that ICANN does not delegate, and names that
 * home routers use.
 */
const RESERVED_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|home\.arpa|arpa|corp|test|example|invalid|onion)$/;

/** Reports whether a name can be public: it has at least two labels, and is not reserved. */
export const isPublicName = (name: string): boolean => name.includes('.') && !RESERVED_NAME.test(name);

/**
 * Reports whether a name is `localhost` or ends in `.localhost` (RFC 6761). Only the local service permits such names.
 */
export const isLocalhost = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname);

/**
 * The IPv4 blocks that webhooks must not use: multicast, and blocks from IANA's registry of special-purpose addresses.
 * No public receiver has an address in these blocks.
 */
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

/** The only IPv6 space in public use. Mapped, translated, local and multicast addresses all lie outside it. */
export const ALLOWED_IPV6 = '2000::/3';

/** Blocks denied inside `ALLOWED_IPV6`, in order: protocol assignments, documentation, 6to4, documentation. */
export const DENIED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const isDenied4 = blockChecker('ipv4', DENIED_IPV4);
const isAllowed6 = blockChecker('ipv6', [ALLOWED_IPV6]);
const isDenied6 = blockChecker('ipv6', DENIED_IPV6);
const isLoopback4 = blockChecker('ipv4', ['127.0.0.0/8']);

/**
 * Reports whether an address is public: an IPv4 address outside the denied blocks, or an IPv6 address inside the
 * allowed block and outside the denied blocks.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isDenied4(address);
  return isPlainIPv6(address) && isAllowed6(address) && !isDenied6(address);
}

/**
 * Reports whether an address is an IPv4 loopback address. The IPv6 address `::1` does not count: deployed functions
 * have no route to IPv6, so a receiver that has only an IPv6 address must not work locally either.
 */
export const isIPv4Loopback = (address: string): boolean => isIPv4(address) && isLoopback4(address);

/**
 * Returns a function that reports whether a webhook may be sent to a host with these addresses. All of them must be
 * permitted, because no honest receiver has both private and public addresses.
 */
export const hostPolicy =
  ({ allowLoopback }: { readonly allowLoopback: boolean }) =>
  (addresses: readonly string[]): boolean =>
    addresses.every((address) => isPublicAddress(address) || (allowLoopback && isIPv4Loopback(address)));

/**
 * Reports whether the text is an IPv6 address without a zone. An address with a zone (`fe80::1%eth0`) names an
 * interface of this machine, so it is never public.
 */
const isPlainIPv6 = (address: string) => isIPv6(address) && !address.includes('%');

/**
 * Returns a function that reports whether an address is in one of the blocks. Each `BlockList` has one address family,
 * because a list with both families would treat a mapped IPv6 address as the IPv4 address inside it.
 */
function blockChecker(family: 'ipv4' | 'ipv6', blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [base = '', bits] = block.split('/');
    list.addSubnet(base, Number(bits), family);
  }
  return (address) => list.check(address, family);
}
