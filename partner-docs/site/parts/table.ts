import { type Html, html } from '../html.ts';

type Cell = Html | string | number;

/** Up to so many columns are read side by side on a phone. */
const COLUMNS_OF_A_PHONE = 2;

/**
 * Where the screen is narrow, a row of more columns becomes a block that repeats their names. What is still too wide
 * scrolls by itself, also by keyboard.
 */
export const table = (heads: readonly Cell[], rows: readonly (readonly Cell[])[]): Html => html`
<div class="table${heads.length > COLUMNS_OF_A_PHONE && ' stacked'}" role="region" tabindex="0" aria-label="${heads.map(words).join(', ')}">
<table role="table">
<thead><tr role="row">${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (
    cells,
  ) => html`<tr role="row">${cells.map((cell, at) => html`<td role="cell" data-label="${words(heads[at] ?? '')}">${cell}</td>`)}</tr>
`,
)}</tbody>
</table>
</div>
`;

const words = (cell: Cell): string => String(cell).replaceAll(/<[^>]+>/g, '');
