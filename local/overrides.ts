import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LocalOverrides } from '../shared/config/local-overrides.ts';
import { Problem } from '../tooling/command-line/problem.ts';
import type { Flags } from './flags.ts';

/**
 * Returns the `LocalOverrides` that the flags set. Absent settings keep their defaults. Throws a Problem if --ca-file
 * does not name a certificate.
 */
export function overridesOf(flags: Flags): Partial<LocalOverrides> {
  const caFile = flags['ca-file'];
  const given = {
    dnsServer: flags.dns,
    extraCaPem: caFile === undefined ? undefined : readCertificate(caFile),
    retryBaseMs: milliseconds(flags['retry-base-seconds']),
    sweepPeriodMs: milliseconds(flags['sweep-every-seconds']),
    leaseMs: milliseconds(flags['lease-seconds']),
  };
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...asked,
    allowLocalWebhooks: flags['allow-local-webhooks'],
    clockOffsetMs: Math.round(flags['time-offset-seconds'] * 1000),
  };
}

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1000));

function readCertificate(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch {
    throw new Problem(`--ca-file ${file} cannot be read as a certificate in PEM form.`);
  }
}
