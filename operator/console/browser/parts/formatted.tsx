import { type ComponentChild, createElement } from 'preact';
import type { Node } from '../../protocol/text.ts';

/** Formatted text, made of elements. Text stays text. */
export function Formatted({ nodes }: { readonly nodes: readonly Node[] }) {
  return <div class="formatted">{nodes.map(elementOf)}</div>;
}

const elementOf = (node: Node): ComponentChild => {
  if (typeof node === 'string') return node;
  const { tag, children, href, start } = node;
  return createElement(
    tag,
    { ...(href !== undefined && { href }), ...(start !== undefined && { start }) },
    children.map(elementOf),
  );
};
