import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  /** What the scrolled part is called. The picture itself has its own title. */
  readonly name: string;
  readonly children: ComponentChildren;
  /** Whether the end is shown first where the picture is wider than the window. */
  readonly isEndFirst?: true;
}

/** Holds a picture. A narrow window scrolls it, because smaller text could not be read. */
export function Picture({ name, children, isEndFirst }: Props) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isEndFirst && part.current) part.current.scrollLeft = part.current.scrollWidth;
  }, [isEndFirst]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard.
    <section class="picture" aria-label={name} tabIndex={0} ref={part}>
      {children}
    </section>
  );
}
