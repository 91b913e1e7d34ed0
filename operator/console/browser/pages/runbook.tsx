import { Heading } from '../parts/heading.tsx';
import { Runbook, useRunbook } from '../parts/runbook.tsx';

/** A heading of the runbook, to which another heading leads. */
export function RunbookPage({ id }: { readonly id: string }) {
  const section = useRunbook({ heading: id });
  return (
    <>
      <Heading title={typeof section === 'object' ? section.title : 'Runbook'} />
      <section aria-label="Runbook">
        <Runbook section={section} />
      </section>
    </>
  );
}
