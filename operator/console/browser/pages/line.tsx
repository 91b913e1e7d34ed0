import type { ValueOf } from '../../protocol/routes.ts';
import { ActionButton } from '../actions/action.tsx';
import { DeliveryList, deliveryListOptions } from '../deliveries/delivery-list.tsx';
import { Facts } from '../elements/facts.tsx';
import { PartnerLink } from '../elements/links.tsx';
import { Menu } from '../elements/menu.tsx';
import { MomentAndRelativeTime } from '../elements/moment.tsx';
import { Region, rejectionMessage } from '../elements/region.tsx';
import { PartnerOrLineState } from '../elements/status.tsx';
import { Heading } from '../frame/heading.tsx';
import { usePolled } from '../poll.ts';
import { MissingItemPage } from './problem-pages.tsx';

export function LinePage({ id }: { readonly id: string }) {
  const line = usePolled('line show', { tenant: id });
  const rejection = rejectionMessage(line.value);
  if (rejection !== undefined) return <MissingItemPage title="Line" id={id} sentence={rejection} />;
  return (
    <>
      <Heading
        title={line.value.response?.value.name ?? id}
        id={line.value.response && id}
        commands={[
          ['line show', { tenant: id }],
          ['delivery list', deliveryListOptions({ tenant: id })],
        ]}
      >
        {line.value.response ? (
          <Menu name="More actions">
            <DetachNumberButton line={line.value.response.value} />
          </Menu>
        ) : null}
      </Heading>
      <Region name="Line" polled={line.value}>
        {({ partnerId, status, region, externalId, number, plan, createdAt, terminatedAt }) => (
          <Facts
            facts={{
              Partner: <PartnerLink id={partnerId} />,
              Status: <PartnerOrLineState state={status} />,
              Region: region,
              'External id': externalId,
              Number: number ?? 'none attached',
              Plan: plan && [plan.tier, plan.status].filter(Boolean).join(', '),
              Created: <MomentAndRelativeTime at={createdAt} />,
              Terminated: terminatedAt && <MomentAndRelativeTime at={terminatedAt} />,
            }}
          />
        )}
      </Region>
      <DeliveryList of={{ tenant: id }} />
    </>
  );
}

function DetachNumberButton({ line: { tenantId, number } }: { readonly line: ValueOf<'line show'> }) {
  return (
    <ActionButton
      label="Detach number…"
      title="Detach the number"
      route="line release-number"
      options={{ tenant: tenantId }}
      obstacle={number === null ? 'The line has no number.' : undefined}
      wordToType="detach"
      effect="Calls to the number no longer reach the line, and another line can get the number. The partner can then terminate the line."
      done={() => 'The line has no number.'}
    />
  );
}
