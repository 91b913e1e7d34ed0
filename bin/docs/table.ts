import { type Html, html } from './html.ts';

/** A table that scrolls by itself where the screen is narrow, also by keyboard. */
export const table = (heads: readonly string[], rows: readonly (readonly (Html | string | number)[])[]): Html => html`
<div class="table" role="region" tabindex="0" aria-label="${heads.join(', ')}">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
`;
