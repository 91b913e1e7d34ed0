export const PACKAGES_FOLDER = 'packages';

/** Matches an address in a command whose site is the variable DOCS_URL, because the site's address is unknown. */
const UNKNOWN_ADDRESS = /"\$DOCS_URL(\/[^"\s]*)"/g;
const WHAT_IT_IS = / +# DOCS_URL: .*$/gm;

/** Returns the address of a tarball for an install command. */
export const tarballAddress = (file: string, docsUrl: string | undefined): string =>
  withDocsUrl(`"$DOCS_URL/${PACKAGES_FOLDER}/${file}"`, docsUrl);

/** Puts the address of the site into the commands of the text, if it is known. */
export const withDocsUrl = (text: string, docsUrl: string | undefined): string =>
  docsUrl === undefined ? text : text.replaceAll(UNKNOWN_ADDRESS, `${docsUrl}$1`).replaceAll(WHAT_IT_IS, '');
