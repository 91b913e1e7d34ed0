import { PAGES } from '../anchors.ts';
import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';

/** How to run the samples. */
export const sampleSettings = (baseUrl: string): Html => html`
<h2 id="samples">Samples<a class="anchor" href="#samples" aria-label="Link to this section">#</a></h2>
<p>Each endpoint has complete samples in curl, TypeScript and Python. The TypeScript samples use our <a href="${PAGES.clients}">client</a>. The Python samples need only the standard library. The samples read these settings from the environment. <code>TENANT_ID</code> is a <code>tenantId</code> from a response. In paths it is called <code>customerId</code>.</p>
${codeBlock(`export BASE_URL=${baseUrl}\nexport API_KEY=svc_partner_…\nexport TENANT_ID=tn_…`, 'sh')}
`;
