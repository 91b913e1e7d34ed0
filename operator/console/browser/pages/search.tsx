import { IdLink, NameLink, PAGE_OF, PartnerLink } from '../elements/links.tsx';
import { ResponseView } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { usePolled } from '../poll.ts';
import { address } from '../router.ts';

/** The page with the results of a search. The address has the search text. */
export function SearchPage() {
  const text = address.value.query.get('q') ?? '';
  return text === '' ? <SearchHelp /> : <SearchResults key={text} text={text} />;
}

function SearchHelp() {
  return (
    <>
      <Heading title="Search" />
      <p>
        Search for a partner, a line or a call by its whole id, for a line by its whole number, such as +15551234567,
        for a partner or a line by a part of its name, or for a line by a part of its external id. A part of a number
        finds nothing: to search for it would read every line.
      </p>
    </>
  );
}

function SearchResults({ text }: { readonly text: string }) {
  const polled = usePolled('find', { text });
  return (
    <>
      <Heading title={`Search: ${text}`} commands={[['find', { text }]]} />
      <section aria-label="Found">
        <ResponseView polled={polled.value}>
          {(found) => (
            <>
              <Table
                rows={found}
                keyOf={({ kind, id }) => `${kind} ${id}`}
                empty="Nothing was found."
                columns={[
                  {
                    head: 'Name',
                    cell: (hit) => <NameLink page={PAGE_OF[hit.kind]} id={hit.id} name={hit.name ?? hit.id} />,
                  },
                  { head: 'Kind', cell: ({ kind }) => kind, isShort: true },
                  {
                    head: 'Partner',
                    cell: ({ kind, partnerId, partnerName }) => {
                      if (kind === 'partner') return '';
                      if (partnerName === null) return <PartnerLink id={partnerId} />;
                      return <NameLink page="partner" id={partnerId} name={partnerName} />;
                    },
                  },
                  { head: 'External id', cell: ({ externalId, number }) => externalId ?? number ?? '', isLong: true },
                  { head: 'Id', cell: ({ kind, id }) => <IdLink page={PAGE_OF[kind]} id={id} />, isMinor: true },
                ]}
              />
            </>
          )}
        </ResponseView>
      </section>
    </>
  );
}
