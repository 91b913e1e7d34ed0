import { pathTo } from '../../protocol/pages.ts';
import { Heading } from '../frame/heading.tsx';
import { Runbook, useRunbook } from '../operations/runbook.tsx';
import { address } from '../router.ts';

/** All headings of the runbook. */
export function RunbookIndexPage() {
  const section = useRunbook({});
  return (
    <>
      <Heading title="Runbook" />
      <section aria-label="Runbook">
        <h2>All headings</h2>
        <Runbook section={section} />
      </section>
    </>
  );
}

/** A heading of the runbook. The address may name the partner or the call that it is read for. */
export function RunbookPage({ id }: { readonly id: string }) {
  const { query } = address.value;
  const [partner, call] = [query.get('partner') ?? undefined, query.get('call') ?? undefined];
  const section = useRunbook({ heading: id, partner, call });
  return (
    <>
      <Heading title={typeof section === 'object' ? section.title : 'Runbook'} />
      <p>
        <a href={pathTo('runbookIndex')}>All headings</a>
      </p>
      <section aria-label="Runbook">
        <Runbook section={section} />
      </section>
    </>
  );
}
