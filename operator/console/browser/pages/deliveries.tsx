import { UNDELIVERED } from '../../protocol/paths-and-names.ts';
import { DeliveryList, deliveryListOptions } from '../deliveries/delivery-list.tsx';
import { FilterField } from '../elements/filter.tsx';
import { Heading } from '../frame/heading.tsx';

/** The default filter. People open this page to look for events that were not delivered. */
const OF = { status: UNDELIVERED };

export function DeliveriesPage() {
  const wanted = deliveryListOptions(OF);
  const { partner, tenant } = wanted;
  return (
    <>
      <Heading title="Deliveries" commands={[['delivery list', wanted]]} />
      <DeliveryList of={OF} hasHeading={false}>
        <FilterField name="partner" words="Partner" example="pt_…" value={partner} />
        <FilterField name="tenant" words="Line" example="tn_…" value={tenant} />
      </DeliveryList>
    </>
  );
}
