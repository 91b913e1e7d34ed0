import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ALLOWED_IPV6,
  DENIED_IPV4,
  DENIED_IPV6,
  hostPolicy,
  isIPv4Loopback,
  isPublicAddress,
} from '../../../../shared/delivery/permitted-receivers/public-hosts.ts';

const WIDTH_4 = 32n;
const WIDTH_6 = 128n;

const text4 = (address: bigint) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.');
const text6 = (address: bigint) =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((address >> shift) & 0xffffn).toString(16)).join(':');

/**
 * Returns the first and last address of a block. Computes with large integers, unlike the code under test, which uses
 * Node's `BlockList`.
 */
function range(cidr: string, width: bigint): { first: bigint; last: bigint } {
  const [base = '', bits] = cidr.split('/');
  const first =
    width === WIDTH_4
      ? BigInt(
          `0x${base
            .split('.')
            .map((n) => Number(n).toString(16).padStart(2, '0'))
            .join('')}`,
        )
      : parse6(base);
  return { first, last: first + (1n << (width - BigInt(Number(bits)))) - 1n };
}

const parse6 = (base: string) => {
  const groups = base.replace(/::$/, '').split(':');
  return BigInt(`0x${[...groups, ...Array(8 - groups.length).fill('0')].map((g) => g.padStart(4, '0')).join('')}`);
};

const ranges4 = DENIED_IPV4.map((cidr) => ({ cidr, ...range(cidr, WIDTH_4) }));
const ranges6 = DENIED_IPV6.map((cidr) => ({ cidr, ...range(cidr, WIDTH_6) }));
const inside = (all: readonly { first: bigint; last: bigint }[], address: bigint) =>
  all.some(({ first, last }) => first <= address && address <= last);

describe('the addresses that a webhook may lead to', () => {
  it.each(ranges4)('a webhook must not lead to an address in the IPv4 range $cidr', ({ first, last }) => {
    fc.assert(fc.property(fc.bigInt(first, last), (address) => !isPublicAddress(text4(address))));
    expect([first, last].map((address) => isPublicAddress(text4(address)))).toEqual([false, false]);
  });

  it.each(ranges6)('a webhook must not lead to an address in the IPv6 range $cidr', ({ first, last }) => {
    fc.assert(fc.property(fc.bigInt(first, last), (address) => !isPublicAddress(text6(address))));
    expect([first, last].map((address) => isPublicAddress(text6(address)))).toEqual([false, false]);
  });

  it.each(ranges4)(
    'the addresses next to the denied IPv4 range $cidr are public, unless another denied range contains them',
    ({ first, last }) => {
      const neighbours = [first - 1n, last + 1n].filter((n) => n >= 0n && n < 1n << WIDTH_4 && !inside(ranges4, n));
      expect(neighbours.filter((address) => !isPublicAddress(text4(address)))).toEqual([]);
    },
  );

  it.each(ranges6)(
    'the addresses next to the denied IPv6 range $cidr are public, unless another denied range contains them',
    ({ first, last }) => {
      const allowed = range(ALLOWED_IPV6, WIDTH_6);
      const neighbours = [first - 1n, last + 1n].filter((n) => inside([allowed], n) && !inside(ranges6, n));
      expect(neighbours.filter((address) => !isPublicAddress(text6(address)))).toEqual([]);
    },
  );

  it('a webhook must not lead to an IPv6 address outside 2000::/3', () => {
    const { first, last } = range(ALLOWED_IPV6, WIDTH_6);
    const outside = fc.oneof(fc.bigInt(0n, first - 1n), fc.bigInt(last + 1n, (1n << WIDTH_6) - 1n));
    fc.assert(fc.property(outside, (address) => !isPublicAddress(text6(address))));
  });

  it.each([
    ['169.254.169.254', 'the metadata service'],
    ['169.254.170.2', 'the credentials of containers'],
    ['169.254.169.253', 'the network’s own resolver'],
    ['fd00:ec2::254', 'the metadata service over IPv6'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'the unspecified address'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'an IPv4-mapped loopback address'],
    ['::ffff:7f00:1', 'an IPv4-mapped loopback address in hex'],
    ['::ffff:8.8.8.8', 'an IPv4-mapped public address'],
    ['::127.0.0.1', 'an IPv4-compatible loopback address'],
    ['::ffff:0:7f00:1', 'an IPv4-translated loopback address'],
    ['64:ff9b::a00:1', 'a private address behind NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'the discard range'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fe80::1', 'link local'],
    ['fe80::1%eth0', 'link local with a zone'],
    ['2606:4700::1%eth0', 'a public address with a zone'],
    ['fec0::1', 'site local'],
    ['ff02::1', 'multicast'],
    ['127.1', 'a shortened IPv4 address'],
    ['0x7f000001', 'an IPv4 address in hex'],
    ['', 'an empty text'],
    ['example.com', 'a host name'],
  ])('a webhook must not lead to %j (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00::'])(
    'a webhook may lead to the public address %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('a webhook may lead to an IPv4 loopback address if allowLoopback is set', () => {
    const loopback = ['127.0.0.1', '127.255.255.255'];
    expect(loopback.every(isIPv4Loopback)).toBe(true);
    expect(loopback.some((address) => hostPolicy({ allowLoopback: false })([address]))).toBe(false);
    expect(hostPolicy({ allowLoopback: true })(loopback)).toBe(true);
    const others = ['10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'];
    expect(others.some((address) => hostPolicy({ allowLoopback: true })([address]))).toBe(false);
  });

  it('a webhook must not lead to a host that has a private address beside a public one', () => {
    expect(hostPolicy({ allowLoopback: false })(['8.8.8.8', '10.0.0.1'])).toBe(false);
  });
});
