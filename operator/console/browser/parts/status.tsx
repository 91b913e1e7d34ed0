import type { DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';

/** The status of a delivery as a word. The colour only helps to find it. */
export function Status({ status }: { readonly status: DeliveryStatus }) {
  return <span class={`status ${status}`}>{status}</span>;
}
