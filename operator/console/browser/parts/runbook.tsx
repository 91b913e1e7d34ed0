import { useSignal } from '@preact/signals';
import { type ComponentChild, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Node, RunbookSection } from '../../protocol/text.ts';
import { readRunbook } from '../api.ts';

interface Props {
  readonly heading: string;
  readonly alarm?: string;
}

/** Returns the section of a heading of the runbook, or the sentence that says why there is none. */
export function useRunbook({ heading, alarm }: Props) {
  const section = useSignal<RunbookSection | string | undefined>(undefined);
  useEffect(() => {
    readRunbook(heading, alarm).then(
      (found) => {
        section.value = found;
      },
      (error: unknown) => {
        section.value = error instanceof Error ? error.message : String(error);
      },
    );
  }, [heading, alarm]);
  return section.value;
}

/** The text of a heading of the runbook. */
export function Runbook({ section }: { readonly section: RunbookSection | string | undefined }) {
  if (section === undefined) return <p class="waiting">Loading…</p>;
  return typeof section === 'string' ? <p class="problem">{section}</p> : <Formatted nodes={section.blocks} />;
}

/** Formatted text, made of elements. Text stays text. */
function Formatted({ nodes }: { readonly nodes: readonly Node[] }) {
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
