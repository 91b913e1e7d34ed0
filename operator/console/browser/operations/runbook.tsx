import { useSignal } from '@preact/signals';
import { type ComponentChild, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Node, RunbookSection } from '../../protocol/formatted-text.ts';
import { pageAt, pathTo, queryString } from '../../protocol/pages.ts';
import { errorSentence, type RunbookWanted, readRunbook } from '../api.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Skeleton } from '../elements/region.tsx';
import { address } from '../router.ts';

const NAMES = ['alarm', 'partner', 'line', 'call'] as const;
type Ids = Pick<RunbookWanted, (typeof NAMES)[number]>;

/** Returns the id of the page's partner, line or call. On a page of the runbook, returns the ids in the query. */
export function idsInAddress(): Ids {
  const { path, query } = address.value;
  const { page, id } = pageAt(path) ?? {};
  if (page === 'partner') return { partner: id };
  if (page === 'line') return { line: id };
  if (page === 'delivery') return { call: id };
  if (page !== 'runbook' && page !== 'runbookIndex') return {};
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? undefined]));
}

/** Returns the address of the runbook, with the ids in this page's address. */
export const pathToRunbook = (): string => pathTo('runbookIndex') + queryString({ ...idsInAddress() });

interface LinkProps {
  readonly heading: string;
  readonly partner: string;
  readonly call?: string;
}

/** The page that the link opens fills the ids of partner and call into the commands. */
export const RunbookLink = ({ heading, partner, call }: LinkProps) => (
  <a href={pathTo('runbook', heading) + queryString({ partner, call })}>Runbook</a>
);

/** Returns the section, undefined while it is loading, or a text that says why loading failed. */
export function useRunbook({ heading, alarm, partner, line, call }: RunbookWanted) {
  const section = useSignal<RunbookSection | string | undefined>(undefined);
  useEffect(() => {
    readRunbook({ heading, alarm, partner, line, call }).then(
      (found) => {
        section.value = found;
      },
      (error: unknown) => {
        section.value = errorSentence(error);
      },
    );
  }, [heading, alarm, partner, line, call]);
  return section.value;
}

export function Runbook({ section }: { readonly section: RunbookSection | string | undefined }) {
  if (section === undefined) return <Skeleton />;
  return typeof section === 'string' ? <p class="problem">{section}</p> : <FormattedText nodes={section.blocks} />;
}

/** Creates an element for each node. HTML in a text is shown as text. */
function FormattedText({ nodes }: { readonly nodes: readonly Node[] }) {
  return <div class="formatted">{nodes.map(elementOf)}</div>;
}

const elementOf = (node: Node): ComponentChild => {
  if (typeof node === 'string') return node;
  const { tag, children, href, start } = node;
  if (tag === 'pre')
    return (
      <CodeBlock key={String(children[0])} text={children.filter((child) => typeof child === 'string').join('')} />
    );
  return createElement(
    tag,
    { ...(href !== undefined && { href }), ...(start !== undefined && { start }) },
    children.map(elementOf),
  );
};

function CodeBlock({ text }: { readonly text: string }) {
  return (
    <div class="code">
      <pre>{text}</pre>
      <CopyButton words="Copy the command" icon="copy" text={text} />
    </div>
  );
}
