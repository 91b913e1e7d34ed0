import type { ComponentChildren } from 'preact';

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: true;
  /** Its texts are short words of ours, so a wide window does not break them into lines. */
  readonly isShort?: true;
}

interface Props<Row> {
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What to say if there is no row. */
  readonly empty: ComponentChildren;
}

const classOf = ({ isNumber, isShort }: { isNumber: true | undefined; isShort: true | undefined }) =>
  isNumber ? 'number' : isShort && 'unbroken';

/** A table whose first column names the row. In a narrow window, each row becomes a block. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows.length === 0) return <p>{empty}</p>;
  const [first, ...others] = columns;
  return (
    <div class="table stacked">
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" class={isNumber && 'number'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ head, cell, isNumber, isShort }) => (
                <td key={head} data-label={head} class={classOf({ isNumber, isShort })}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
