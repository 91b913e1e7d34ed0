import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type PageName, pathTo } from '../../protocol/pages.ts';
import { read } from '../api.ts';

const names = new Map<string, Signal<string | undefined>>();

/**
 * Returns the name of a partner, or undefined until it is known. Names rarely change, so a tab reads each once. If a
 * name cannot be read, the page shows only the id: pages are drawn every second, and must not ask again each time.
 */
function nameOf(partnerId: string): ReadonlySignal<string | undefined> {
  const known = names.get(partnerId);
  if (known) return known;
  const name = signal<string | undefined>(undefined);
  names.set(partnerId, name);
  read('partner show', { partner: partnerId }).then(
    ({ value }) => {
      name.value = value.name;
    },
    () => undefined,
  );
  return name;
}

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
