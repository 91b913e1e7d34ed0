import { type PageName, pathTo } from '../../protocol/pages.ts';
import { nameOf } from '../names.ts';

interface Props {
  readonly page: PageName;
  readonly id: string;
}

/** An id of ours is not broken into lines. The voice platform may choose an id of a call that is longer than a line. */
const LONGEST_UNBROKEN = 36;

/** A link to the page of a thing, by its id. */
export function IdLink({ page, id }: Props) {
  return (
    <a class={id.length > LONGEST_UNBROKEN ? 'mono' : 'mono unbroken'} href={pathTo(page, id)}>
      {id}
    </a>
  );
}

/** A link to the page of a partner, with its name as soon as it is known. */
export function PartnerLink({ id }: Pick<Props, 'id'>) {
  const name = nameOf(id).value;
  return (
    <>
      <IdLink page="partner" id={id} />
      {name === undefined ? null : ` ${name}`}
    </>
  );
}
