import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { read } from './api.ts';

const names = new Map<string, Signal<string | undefined>>();

/**
 * Returns the name of a partner, or undefined until it is known. Names rarely change, so a tab reads each once. If a
 * name cannot be read, the page shows only the id: pages are drawn every second, and must not ask again each time.
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
    () => undefined,
  );
  return name;
}
