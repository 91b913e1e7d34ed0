import type { ComponentChildren } from 'preact';

interface Props {
  /** What the scrolled part is called. The picture itself has its own title. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Holds a picture. A narrow window scrolls it, because smaller text could not be read. */
export const Picture = ({ name, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard.
  <section class="picture" aria-label={name} tabIndex={0}>
    {children}
  </section>
);
