import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: true;
  /** A column of texts of any length. In a wide window, a text that does not fit is cut. */
  readonly isLong?: true;
  /** A column of texts that are never cut, because no other place shows them. */
  readonly isWhole?: true;
  /** A column that a narrow window hides. */
  readonly isMinor?: true;
  /** A column of short words that are clear without the column head. */
  readonly isShort?: true;
}

interface Props<Row> {
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What to show if there is no row. */
  readonly empty: ComponentChildren;
}

const classOf = <Row,>({ isNumber, isLong, isWhole, isMinor, isShort }: Column<Row>) =>
  ['cell', isNumber && 'number', isLong && 'long', isWhole && 'whole', isMinor && 'minor', isShort && 'plain']
    .filter(Boolean)
    .join(' ');

/** If a table has more columns than this, it shows each row in two lines in a narrow window. */
const FEW = 3;

/** The first column names the row. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    if (body.current) keepOneTabStop(body.current);
  });
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  const [first, ...others] = columns;
  return (
    <div class={columns.length > FEW ? 'table stacked' : 'table'}>
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={moveBetweenLinks}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" class={first && classOf(first)}>
                {first?.cell(row)}
              </th>
              {others.map((column) => {
                const content = column.cell(row);
                return (
                  <td
                    key={column.head}
                    data-label={column.head}
                    class={classOf(column)}
                    {...(typeof content === 'string' && column.isLong && { title: content, dir: 'auto' as const })}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Lets Tab stop at only one link of the table. Arrow keys reach the other links. */
function keepOneTabStop(body: HTMLElement): void {
  const links = [...body.querySelectorAll('a')];
  const stop = links.find((link) => link === document.activeElement) ?? links.find(({ tabIndex }) => tabIndex === 0);
  for (const link of links) link.tabIndex = link === (stop ?? links[0]) ? 0 : -1;
}

const STEPS: Readonly<Record<string, (row: number, rows: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  Home: () => 0,
  End: (_, rows) => rows - 1,
};

function moveBetweenLinks(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { target, currentTarget: body, key } = event;
  if (!(target instanceof HTMLAnchorElement)) return;
  const rows = [...body.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('a')]);
  const row = rows.findIndex((links) => links.includes(target));
  const column = rows[row]?.indexOf(target) ?? 0;
  const links = rows[STEPS[key]?.(row, rows.length) ?? row] ?? [];
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
  const next = links[Math.min(column, links.length - 1) + sideways];
  if (next === undefined || next === target) return;
  event.preventDefault();
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
