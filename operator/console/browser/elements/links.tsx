import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Found } from '../../protocol/command-values.ts';
import { type PageName, pathTo } from '../../protocol/pages.ts';
import { read } from '../api.ts';
import { CopyButton } from './copy-button.tsx';

type Named = 'partner' | 'line';

const names = new Map<string, Signal<string | undefined>>();

const readName = async (kind: Named, id: string): Promise<string> =>
  kind === 'partner'
    ? (await read('partner show', { partner: id })).value.name
    : (await read('line show', { tenant: id })).value.name;

/** How long to wait before a name is requested. A list's response that arrives meanwhile may contain the name. */
const WAIT_MS = 150;

/** The value is undefined until the name is known. Pages are drawn every second, so a tab requests a name only once. */
function cachedNameOf(kind: Named, id: string): ReadonlySignal<string | undefined> {
  const known = names.get(id);
  if (known) return known;
  const name = signal<string | undefined>(undefined);
  names.set(id, name);
  setTimeout(() => {
    if (name.value !== undefined) return;
    readName(kind, id).then(
      (found) => rememberName(id, found),
      () => undefined,
    );
  }, WAIT_MS);
  return name;
}

/** Stores the name of a partner or line, so that links can show it. */
export function rememberName(id: string, found: string): void {
  const name = names.get(id) ?? signal<string | undefined>(undefined);
  names.set(id, name);
  name.value = found;
}

/** The page for each kind of search result. The list of the audit trail also uses these pages. */
export const PAGE_OF = { partner: 'partner', line: 'line', call: 'delivery' } as const;
export const pathToResult = ({ kind, id }: Pick<Found, 'kind' | 'id'>) => pathTo(PAGE_OF[kind], id);

interface Props {
  readonly page: PageName;
  readonly id: string;
}

/** How many characters at the beginning of a long id stay visible. */
const HEAD = 8;
const TAIL = 6;

/** An id. Lists hide the middle of a long id, but a person can select and copy the whole id. */
function ShortId({ id }: Pick<Props, 'id'>) {
  if (id.length <= HEAD + TAIL) return <span class="id">{id}</span>;
  return (
    <span class="id" title={id}>
      {id.slice(0, HEAD)}
      <span class="middle">{id.slice(HEAD, -TAIL)}</span>
      {id.slice(-TAIL)}
    </span>
  );
}

export function IdWithCopyButton({ id }: Pick<Props, 'id'>) {
  return (
    <span class="with-copy">
      <ShortId id={id} />
      <CopyButton words="Copy the id" icon="copy" text={id} />
    </span>
  );
}

/** A link to the page of a partner, a line or a call. The link shows the id. */
export function IdLink({ page, id }: Props) {
  return (
    <span class="with-copy">
      <a href={pathTo(page, id)} aria-label={id}>
        <ShortId id={id} />
      </a>
      <CopyButton words="Copy the id" icon="copy" text={id} isSkipped />
    </span>
  );
}

interface NameLinkProps extends Props {
  readonly name: string;
}

/** A link with a name, which can have any length and writing direction. */
export function NameLink({ page, id, name }: NameLinkProps) {
  return (
    <a class="name" dir="auto" href={pathTo(page, id)} title={name}>
      {name}
    </a>
  );
}

/** A text of any length and writing direction, in one line. */
export function OneLineText({ text }: { readonly text: string }) {
  return (
    <span class="name" dir="auto" title={text}>
      {text}
    </span>
  );
}

export const PartnerLink = ({ id }: Pick<Props, 'id'>) => <LinkWithCachedName kind="partner" id={id} />;
export const LineLink = ({ id }: Pick<Props, 'id'>) => <LinkWithCachedName kind="line" id={id} />;

/** The link shows the id until the name is known. */
function LinkWithCachedName({ kind, id }: Pick<Props, 'id'> & { readonly kind: Named }) {
  const name = cachedNameOf(kind, id).value;
  return name === undefined ? <IdLink page={kind} id={id} /> : <NameLink page={kind} id={id} name={name} />;
}
