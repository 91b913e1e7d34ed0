import { DeliveryList, deliveriesWanted } from '../deliveries/delivery-list.tsx';
import { Heading } from '../frame/heading.tsx';
import { address } from '../router.ts';

/** The default filter. People open this page to look for events that were not delivered. */
const OF = { status: 'undelivered' };

export function DeliveriesPage() {
  return (
    <>
      <Heading title="Deliveries" commands={[['delivery list', deliveriesWanted(OF)]]} />
      <DeliveryList of={OF} hasHeading={false}>
        <IdField name="partner" words="Partner" placeholder="pt_…" />
        <IdField name="tenant" words="Line" placeholder="tn_…" />
      </DeliveryList>
    </>
  );
}

interface Props {
  readonly name: string;
  readonly words: string;
  readonly placeholder: string;
}

function IdField({ name, words, placeholder }: Props) {
  const value = address.value.query.get(name) ?? '';
  return (
    <label>
      {words}
      <input
        key={value}
        name={name}
        defaultValue={value}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
      />
    </label>
  );
}
