import { address, pathWithQuery } from '../router.ts';

interface Props {
  /** The cursor of the next page, if there is one. */
  readonly next: string | null;
  readonly rows: number;
}

/** The cursor is in the address, so that a copied link opens the same page. */
export function Pager({ next, rows }: Props) {
  const isFirst = !address.value.query.has('cursor');
  if (isFirst && next === null) return null;
  return (
    <p class="pager">
      <span class="soft">{rows} on this page.</span>
      {isFirst ? null : (
        <a data-stay href={pathWithQuery({ cursor: undefined })}>
          First page
        </a>
      )}
      {next === null ? (
        <span class="soft">This is the last page.</span>
      ) : (
        <a data-stay href={pathWithQuery({ cursor: next })}>
          Next page
        </a>
      )}
    </p>
  );
}
