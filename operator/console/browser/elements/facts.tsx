import type { ComponentChildren } from 'preact';

interface Props {
  /** The facts by their names. A fact that is null or undefined is left out. */
  readonly facts: Readonly<Record<string, ComponentChildren>>;
}

export function Facts({ facts }: Props) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined);
  return (
    <dl class="facts">
      {known.map(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name} fact`}>{fact}</dd>])}
    </dl>
  );
}
