import { type Html, html } from '../html.ts';

type Cell = Html | string | number;

/** How many columns a phone has room for. */
const COLUMNS_OF_A_PHONE = 2;

/**
 * On a narrow screen, each row of a table with more than two columns becomes a block that repeats the column names. Each
 * table has a box of its own. If the table is still too wide, a reader can scroll the box, also with the keyboard.
 */
export const table = (heads: readonly Cell[], rows: readonly (readonly Cell[])[]): Html => html`
<div class="table${heads.length > COLUMNS_OF_A_PHONE && ' stacked'}" role="region" tabindex="0" aria-label="${labelOf(heads)}">
<table role="table">
<thead><tr role="row">${heads.map(headCell)}</tr></thead>
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

/** An empty cell of the header is an ordinary cell, because a screen reader would announce an empty header. */
const headCell = (head: Cell): Html =>
  words(head) === '' ? html`<td role="cell"></td>` : html`<th scope="col" role="columnheader">${head}</th>`;

const labelOf = (heads: readonly Cell[]): string => heads.map(words).filter(Boolean).join(', ') || 'Table';

const words = (cell: Cell): string => String(cell).replaceAll(/<[^>]+>/g, '');
