import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { about } from '../about.ts';

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/**
 * The heading of a page, which also names the tab. It takes the focus when somebody has followed a link to the page.
 */
export function Heading({ title, children }: Props) {
  const service = about.value?.service;
  useEffect(() => {
    document.title = [title, service ?? 'Partner lines'].join(' · ');
  }, [title, service]);
  return (
    <div class="heading">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
