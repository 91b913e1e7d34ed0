import { Heading } from '../frame/heading.tsx';

export function NotFoundPage() {
  return (
    <>
      <Heading title="No such page" />
      <p>
        There is no page at this address. Go to the <a href="/">overview</a>, or search for a whole id.
      </p>
    </>
  );
}

interface MissingItemProps {
  readonly title: string;
  readonly id: string;
  /** The message of the command that rejected the request. */
  readonly sentence: string;
}

/** Shown in place of the page of a partner or a line that cannot be shown. */
export function MissingItemPage({ title, id, sentence }: MissingItemProps) {
  return (
    <>
      <Heading title={title} id={id} />
      <p>{sentence} Search for a name or a whole id.</p>
    </>
  );
}

/** Shown while this browser has no valid token, or another program has the console's port. */
export function LockedOutPage() {
  return (
    <>
      <Heading title="Open the console again" />
      <p>
        This browser has no valid token for this console, or another program has its port. Open the address that the
        console printed when it started, in this tab or another one. The address ends with <code>#token=…</code>.
      </p>
    </>
  );
}
