import {
  commandToSetDocsUrl,
  PACKAGES_FOLDER,
  sha256Of,
  type Tarballs,
  tarballAddress,
} from '../../packages/downloads.ts';
import { PARTNER_PACKAGES, packageIn } from '../../packages/packages.ts';
import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';
import { table } from './table.ts';

const SUMS = `${PACKAGES_FOLDER}/SHA256SUMS`;

/** The section about how partners get the packages from this site, with their versions and checksums. */
export function downloadsSection(docsUrl: string | undefined, tarballs: Tarballs): Html {
  const packages = PARTNER_PACKAGES.map(packageIn);
  const addresses = packages.map(({ file }) => tarballAddress(file, docsUrl));
  const files = packages.map(({ file }) => file).join(' \\\n  ');
  const folder = docsUrl === undefined ? `$DOCS_URL/${PACKAGES_FOLDER}` : `${docsUrl}/${PACKAGES_FOLDER}`;
  return html`
<h2 id="install">Install<a class="anchor" href="#install" aria-label="Link to this section">#</a></h2>
<p>The packages are on this site. They are not in the public npm registry, so do not install packages with these names from the registry.</p>
${codeBlock(`${commandToSetDocsUrl(docsUrl)}npm install \\\n  ${addresses.join(' \\\n  ')}`, 'sh')}
${table(
  ['Package', 'Version', ...(tarballs.size > 0 ? ['SHA-256'] : [])],
  packages.map(({ name, version, file }) => [
    html`<a href="${PACKAGES_FOLDER}/${file}"><code>${name}</code></a>`,
    version,
    ...checksumOf(tarballs.get(file)),
  ]),
)}
<p><a href="${SUMS}">SHA256SUMS</a> has the checksum of each file. The file of a version never changes, so <code>npm ci</code> keeps working with your lock file. The names without a version, such as <code>${PACKAGES_FOLDER}/partner-lines-sandbox.tgz</code>, always have the newest version. If your builds cannot reach this site, or if you want to check the files first, store the files in your own repository and install from there:</p>
${codeBlock(
  `${commandToSetDocsUrl(docsUrl)}mkdir vendor && cd vendor
for file in SHA256SUMS \\
  ${files}
do curl -sSfO ${folder}/$file; done
sha256sum --check SHA256SUMS
cd .. && npm install ./vendor/*.tgz`,
  'sh',
)}
`;
}

const checksumOf = (tarball: Buffer | undefined) =>
  tarball === undefined ? [] : [html`<code>${sha256Of(tarball)}</code>`];
