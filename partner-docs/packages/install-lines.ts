/** The folder of the site that has the packages. */
export const PACKAGES_FOLDER = 'packages';

/** Matches an address on the site in a command, while the address of the site is unknown. */
const UNKNOWN_ADDRESS = /"\$DOCS_URL(\/[^"\s]*)"/g;
const WHAT_IT_IS = / +# DOCS_URL: .*$/gm;

/** Returns the address of a tarball for an install command. */
export const tarballAddress = (file: string, docsUrl: string | undefined): string =>
  withDocsUrl(`"$DOCS_URL/${PACKAGES_FOLDER}/${file}"`, docsUrl);

/** Returns the text with the address of the site in its commands. */
export const withDocsUrl = (text: string, docsUrl: string | undefined): string =>
  docsUrl === undefined ? text : text.replaceAll(UNKNOWN_ADDRESS, `${docsUrl}$1`).replaceAll(WHAT_IT_IS, '');
