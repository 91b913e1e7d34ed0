import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const CLIENTS = join(import.meta.dirname, '../../clients');
const manifest = z.object({ name: z.string(), version: z.string() });

/** The packages for partners, in the order of the pages. The sandbox is the last, because it contains the other packages. */
export const PARTNER_PACKAGES = ['typescript', 'receiver', 'sandbox'] as const;
export type PartnerPackage = (typeof PARTNER_PACKAGES)[number];

export interface Package {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball, as `npm pack` chooses it. */
  readonly file: string;
}

export function packageIn(folder: PartnerPackage): Package {
  const { name, version } = manifest.parse(JSON.parse(readFileSync(join(CLIENTS, folder, 'package.json'), 'utf8')));
  return { name, version, file: `${name}-${version}.tgz` };
}
