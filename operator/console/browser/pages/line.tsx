import type { ValueOf } from '../../protocol/routes.ts';
import { ActionButton } from '../parts/action.tsx';
import { Facts } from '../parts/facts.tsx';
import { Heading } from '../parts/heading.tsx';
import { PartnerLink } from '../parts/links.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { Region } from '../parts/region.tsx';
import { usePolled } from '../poll.ts';

export function LinePage({ id }: { readonly id: string }) {
  const line = usePolled('line show', { tenant: id });
  return (
    <>
      <Heading title={line.value.response?.value.name ?? id} commands={[['line show', { tenant: id }]]}>
        {line.value.response ? <ReleaseNumber line={line.value.response.value} /> : null}
      </Heading>
      <Region name="Line" polled={line.value}>
        {({ tenantId, partnerId, status, region, externalId, number, plan, createdAt, terminatedAt }) => (
          <Facts
            facts={{
              Id: <code>{tenantId}</code>,
              Partner: <PartnerLink id={partnerId} />,
              Status: <span class={`badge ${status === 'active' ? 'on' : 'off'}`}>{status}</span>,
              Region: region,
              'External id': externalId,
              Number: number ?? 'none attached',
              Plan: plan && [plan.tier, plan.status].filter(Boolean).join(', '),
              Created: <MomentAndAgo at={createdAt} />,
              Terminated: terminatedAt && <MomentAndAgo at={terminatedAt} />,
            }}
          />
        )}
      </Region>
    </>
  );
}

function ReleaseNumber({ line: { tenantId, number } }: { readonly line: ValueOf<'line show'> }) {
  return (
    <ActionButton
      label="Release number…"
      title="Release the number"
      route="line release-number"
      options={{ tenant: tenantId }}
      obstacle={number === null ? 'The line has no number.' : undefined}
      wordToType="release"
      effect="Calls to the number no longer reach the line, and another line can get the number. The partner can then terminate the line."
      done={() => 'The line has no number.'}
    />
  );
}
