import { createHash } from 'node:crypto';
import { PACKAGES_FOLDER } from './install-lines.ts';

/** The tarballs, by the names that `npm pack` gives them. */
export type Tarballs = ReadonlyMap<string, Buffer>;

const withoutVersion = (file: string): string => file.replace(/-\d[\w.+-]*\.tgz$/, '.tgz');

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Returns the packages as files of the site, each under two names. The content under the name with the version does not
 * change, so the lock file of a partner stays valid. The name without the version gives the newest version.
 */
export function downloadsOf(tarballs: Tarballs): ReadonlyMap<string, Buffer | string> {
  const sums = [...tarballs].map(([file, content]) => `${sha256Of(content)}  ${file}\n`);
  return new Map<string, Buffer | string>([
    ...[...tarballs].flatMap(([file, content]) =>
      [file, withoutVersion(file)].map((name) => [`${PACKAGES_FOLDER}/${name}`, content] as const),
    ),
    [`${PACKAGES_FOLDER}/SHA256SUMS`, sums.join('')],
  ]);
}
