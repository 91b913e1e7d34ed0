import { type PageName, pathTo } from '../../protocol/pages.ts';

interface Props {
  readonly page: PageName;
  readonly id: string;
}

/** A link to the page of a thing, by its id. */
export function IdLink({ page, id }: Props) {
  return (
    <a class="mono" href={pathTo(page, id)}>
      {id}
    </a>
  );
}
