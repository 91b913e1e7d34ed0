import { Facts } from '../parts/facts.tsx';
import { Heading } from '../parts/heading.tsx';
import { IdLink } from '../parts/links.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { Region } from '../parts/region.tsx';
import { usePolled } from '../poll.ts';

export function LinePage({ id }: { readonly id: string }) {
  const line = usePolled('line show', { tenant: id });
  return (
    <>
      <Heading title={line.value.response?.value.name ?? id} />
      <Region name="Line" polled={line.value}>
        {({ tenantId, partnerId, status, region, externalId, number, plan, createdAt, terminatedAt }) => (
          <Facts
            facts={{
              Id: <code>{tenantId}</code>,
              Partner: <IdLink page="partner" id={partnerId} />,
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
