import { Heading } from '../frame/heading.tsx';
import { idsInAddress, pathToRunbook, Runbook, useRunbook } from '../operations/runbook.tsx';

export function RunbookIndexPage() {
  const section = useRunbook(idsInAddress());
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

/** The page of one section of the runbook. The address can contain ids for the commands of the section. */
export function RunbookPage({ id }: { readonly id: string }) {
  const section = useRunbook({ heading: id, ...idsInAddress() });
  return (
    <>
      <Heading title={typeof section === 'object' ? section.title : 'Runbook'} />
      <p>
        <a href={pathToRunbook()}>All headings</a>
      </p>
      <section aria-label="Runbook">
        <Runbook section={section} />
      </section>
    </>
  );
}
