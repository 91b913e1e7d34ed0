import type { ValueOf } from '../../protocol/routes.ts';
import { IdLink, OneLineText, PAGE_OF, PartnerLink } from '../elements/links.tsx';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { Table } from '../elements/table.tsx';

interface Props {
  readonly entries: ValueOf<'audit list'>;
  readonly empty: string;
  /** Hides the targets of changes. Set on the page of a partner, because most targets there are this partner. */
  readonly isOfPartner?: true;
}

export function ChangeTable({ entries, empty, isOfPartner }: Props) {
  return (
    <Table
      rows={entries}
      keyOf={({ at, target, action }) => `${at} ${action} ${target}`}
      empty={empty}
      columns={[
        { head: 'Action', cell: ({ action }) => action },
        ...(isOfPartner ? [] : [{ head: 'On', cell: ({ target }: Entry) => <ChangeTarget target={target} /> }]),
        { head: 'Reason', cell: ({ reason }) => reason ?? '', isLong: true },
        {
          head: 'Result',
          cell: ({ state, outcome }) => [state, outcome].filter(Boolean).join(': ') || 'done',
          isShort: true,
        },
        { head: 'Who', cell: ({ actor }) => <OneLineText text={actor} />, isMinor: true },
        { head: 'When', cell: ({ at }) => <RoughRelativeTime at={at} />, isNumber: true },
      ]}
    />
  );
}

type Entry = Props['entries'][number];

/** The target of a change, as a link if the target has a page of its own. */
function ChangeTarget({ target }: { readonly target: string }) {
  const [kind = '', id = ''] = target.split(' ', 2);
  const page = Object.entries(PAGE_OF).find(([name]) => name === kind)?.[1];
  if (!page || !id) return <span>{target}</span>;
  return (
    <span class="target">
      <span class="soft">{kind}</span> {page === 'partner' ? <PartnerLink id={id} /> : <IdLink page={page} id={id} />}
    </span>
  );
}
