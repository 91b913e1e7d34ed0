import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certified {
  readonly certPem: string;
  readonly keyPem: string;
}

interface Authority extends Certified {
  readonly name: string;
  readonly key: KeyObject;
}

interface Wish {
  /** The host names and IPv4 addresses for which the certificate is valid. */
  readonly hosts?: readonly string[];
  readonly notAfter?: Date;
}

/** Creates a certificate authority that only the tests trust. */
export function newAuthority(name = 'Test authority'): Authority {
  const { publicKey, privateKey } = newKeys();
  const basicConstraints = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))), true);
  const certPem = certificate({
    issuer: name,
    subject: name,
    publicKey,
    signedWith: privateKey,
    extensions: [basicConstraints],
  });
  return { name, key: privateKey, certPem, keyPem: pemOf(privateKey) };
}

/** Issues a server certificate for the given hosts. */
export function issue(authority: Authority, { hosts = ['localhost', '127.0.0.1'], notAfter }: Wish = {}): Certified {
  const { publicKey, privateKey } = newKeys();
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  const certPem = certificate({
    issuer: authority.name,
    subject: hosts[0] ?? 'nobody',
    publicKey,
    signedWith: authority.key,
    extensions: [extension('551d11', sequence(...names))],
    ...(notAfter === undefined ? {} : { notAfter }),
  });
  return { certPem, keyPem: pemOf(privateKey) };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

interface Contents {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly signedWith: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly notAfter?: Date;
}

/** Returns an X.509 certificate (RFC 5280). Node can read certificates but not create them. */
function certificate({ issuer, subject, publicKey, signedWith, extensions, notAfter }: Contents): string {
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer),
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(notAfter ?? new Date('2120-01-01T00:00:00Z'))),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = bitString(sign('sha256', toBeSigned, signedWith));
  const lines =
    sequence(toBeSigned, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const integer = (bytes: Buffer) => der(0x02, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bitString = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));
const distinguishedName = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Buffer, critical = false) =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
