import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { read } from './api.ts';

const names = new Map<string, Signal<string | undefined>>();

/**
 * Returns the name of a partner. Undefined until it is known. A name changes seldom, so a tab reads it once. Where it
 * cannot be read, the id says enough.
 */
export function nameOf(partnerId: string): ReadonlySignal<string | undefined> {
  const known = names.get(partnerId);
  if (known) return known;
  const name = signal<string | undefined>(undefined);
  names.set(partnerId, name);
  read('partner show', { partner: partnerId }).then(
    ({ value }) => {
      name.value = value.name;
    },
    () => names.delete(partnerId),
  );
  return name;
}
