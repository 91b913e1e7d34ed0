/** The folder of the site that has the packages. */
export const PACKAGES_FOLDER = 'packages';

/** A command names an address on the site in this way while nobody has said where the site is. */
const UNKNOWN_ADDRESS = /"\$DOCS_URL(\/[^"\s]*)"/g;
const WHAT_IT_IS = / +# DOCS_URL: .*$/gm;

/** Returns the address of a tarball as a command names it. */
export const addressOf = (file: string, docsUrl: string | undefined): string =>
  withDocsUrl(`"$DOCS_URL/${PACKAGES_FOLDER}/${file}"`, docsUrl);

/** Puts the address of the site into the commands of a text. */
export const withDocsUrl = (text: string, docsUrl: string | undefined): string =>
  docsUrl === undefined ? text : text.replaceAll(UNKNOWN_ADDRESS, `${docsUrl}$1`).replaceAll(WHAT_IT_IS, '');
