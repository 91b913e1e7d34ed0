import { createHash } from 'node:crypto';

export const PACKAGES_FOLDER = 'packages';

/** Matches an address that begins with the variable DOCS_URL, the placeholder for the address of the site. */
const UNKNOWN_ADDRESS = /"\$DOCS_URL(\/[^"\s]*)"/g;
const WHAT_IT_IS = / +# DOCS_URL: .*$/gm;

/** Returns the address of a tarball for an install command. */
export const tarballAddress = (file: string, docsUrl: string | undefined): string =>
  fillInDocsUrl(`"$DOCS_URL/${PACKAGES_FOLDER}/${file}"`, docsUrl);

/** If the address of the site is unknown, returns the shell command with which the reader sets this address. */
export const commandToSetDocsUrl = (docsUrl: string | undefined): string =>
  docsUrl === undefined ? 'export DOCS_URL=…   # the address of these pages\n' : '';

/** Puts the address of the site into the commands of the text, if it is known. */
export const fillInDocsUrl = (text: string, docsUrl: string | undefined): string =>
  docsUrl === undefined ? text : text.replaceAll(UNKNOWN_ADDRESS, `${docsUrl}$1`).replaceAll(WHAT_IT_IS, '');

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
