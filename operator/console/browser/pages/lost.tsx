import { Heading } from '../parts/heading.tsx';

export function LostPage() {
  return (
    <>
      <Heading title="No such page" />
      <p>
        There is no page at this address. Go to the <a href="/">overview</a>, or search for a whole id.
      </p>
    </>
  );
}

/** Shown when the server does not accept the token. The server makes a new one at each start. */
export function LockedOutPage() {
  return (
    <>
      <Heading title="Open the console again" />
      <p>
        This browser has no valid token for this console, or the console was started again. Open the address that the
        console printed when it started. The address ends with <code>#token=…</code>.
      </p>
    </>
  );
}
