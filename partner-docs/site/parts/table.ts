import { type Html, html } from '../html.ts';

type Cell = Html | string | number;

/** A phone has room for this many columns side by side. */
const COLUMNS_OF_A_PHONE = 2;

/**
 * On a narrow screen, each row of a table with more columns becomes a block that repeats the column names. A table that
 * is still too wide scrolls sideways in its own box, with a keyboard too.
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
