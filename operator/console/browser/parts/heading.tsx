import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Options, RouteWith } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { commandLine } from '../command-line.ts';
import { linkTo } from '../links.ts';
import { address } from '../router.ts';
import { Copy } from './copy.tsx';

interface Props {
  readonly title: string;
  /** The commands whose values the page shows, so that a person can go on with them in a terminal. */
  readonly commands?: readonly (readonly [name: RouteWith<'read'>, options?: Options])[];
  readonly children?: ComponentChildren;
}

/**
 * The heading of a page, which also names the tab. It takes the focus when somebody has followed a link to the page.
 */
export function Heading({ title, commands = [], children }: Props) {
  const service = about.value?.service;
  useEffect(() => {
    document.title = [title, service ?? 'Partner lines'].join(' · ');
  }, [title, service]);
  return (
    <div class="heading">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      {about.value === undefined ? null : (
        <>
          {commands.length === 0 ? null : <CopyCommands operator={about.value.operator} commands={commands} />}
          <Copy words="Copy link" text={location.origin + linkTo(address.value, about.value)} />
        </>
      )}
    </div>
  );
}

/** A button that copies the commands, unless an id in the address is not safe to paste. */
function CopyCommands({ operator, commands }: Required<Pick<Props, 'commands'>> & { readonly operator: string }) {
  const lines = commands.map(([name, options]) => commandLine(operator, name, options));
  if (lines.includes(undefined)) return null;
  return <Copy words={lines.length === 1 ? 'Copy as command' : 'Copy as commands'} text={lines.join('\n')} />;
}
