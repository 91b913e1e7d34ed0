import { anchors, linkTo } from '../anchors.ts';
import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';
import type { ApiDocument, ErrorEntry } from '../openapi.ts';
import { table } from './table.ts';

const RETRY_WORDS: Readonly<Record<ErrorEntry['retry'], { readonly short: string; readonly long: string }>> = {
  'after-delay': { short: 'with backoff', long: 'Yes, with exponential backoff.' },
  'after-retry-after': { short: 'after Retry-After', long: 'Yes, after the number of seconds in Retry-After.' },
  'without-cursor': { short: 'without the cursor', long: 'Yes, without the cursor.' },
  'soon-same-key': { short: 'soon, same key', long: 'Yes, in a moment, with the same Idempotency-Key.' },
  'after-fix': {
    short: 'after a fix',
    long: 'Only after the cause is fixed. Until then, the same request fails again.',
  },
  no: { short: 'no', long: 'No.' },
};

export const codesTable = ({ errors }: ApiDocument): Html =>
  table(
    ['Code', 'Status', 'Retry'],
    Object.entries(errors.codes).map(([code, { status, retry }]) => [
      html`<a href="#${anchors.code(code)}"><code>${code}</code></a>`,
      status,
      RETRY_WORDS[retry].short,
    ]),
  );

export const statusesTable = ({ errors }: ApiDocument): Html =>
  table(
    ['Status', 'Retry', 'Cause'],
    Object.entries(errors.withoutCode).map(([status, { retry, cause }]) => [
      html`<a href="${linkTo.status(status)}">${status}</a>`,
      RETRY_WORDS[retry].short,
      cause,
    ]),
  );

export const codeSections = ({ errors }: ApiDocument): readonly Html[] =>
  Object.entries(errors.codes).map(([code, entry]) =>
    errorSection(anchors.code(code), html`<code>${code}</code>`, entry.status, entry, { error: entry.sentence, code }),
  );

export const statusSections = ({ errors }: ApiDocument): readonly Html[] =>
  Object.entries(errors.withoutCode).map(([status, entry]) =>
    errorSection(anchors.status(status), html`${status}`, undefined, entry, { error: entry.sentence }),
  );

function errorSection(
  id: string,
  title: Html,
  status: number | undefined,
  { cause, retry, fix }: ErrorEntry,
  body: object,
) {
  return html`
<section class="error" aria-labelledby="${id}">
<h3 id="${id}">${title}${status !== undefined && html` <span class="status">${status}</span>`}<a class="anchor" href="#${id}" aria-label="Link to this error">#</a></h3>
<dl>
<dt>Cause</dt><dd>${cause}</dd>
<dt>Retry?</dt><dd>${RETRY_WORDS[retry].long}</dd>
<dt>What to do</dt><dd>${fix}</dd>
</dl>
${codeBlock(JSON.stringify(body, null, 2), 'json')}
</section>
`;
}
