import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Options, RouteWith } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { commandLine } from '../command-line.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { IdWithCopyButton } from '../elements/links.tsx';
import { linkTo } from '../links.ts';
import { address } from '../router.ts';

interface Props {
  readonly title: string;
  /** The id of the page's subject, unless the title is the id. */
  readonly id?: string | undefined;
  /** The state of the page's subject, if somebody should notice this state. */
  readonly state?: ComponentChildren;
  /** Commands whose values the page shows, so that a person can continue with them in a terminal. */
  readonly commands?: readonly (readonly [name: RouteWith<'read'>, options?: Options])[];
  /** The actions of the page. */
  readonly children?: ComponentChildren;
}

/** The title of the page, also shown in the tab. It gets the focus when somebody has followed a link to the page. */
export function Heading({ title, id, state, commands = [], children }: Props) {
  const service = about.value?.service;
  useEffect(() => {
    document.title = [title, service ?? 'Partner lines'].join(' · ');
  }, [title, service]);
  return (
    <div class="heading page">
      <h1 tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {id === undefined ? null : <IdWithCopyButton id={id} />}
      {state}
      <div class="actions">
        {about.value === undefined ? null : (
          <>
            {commands.length === 0 ? null : <CopyCommands operator={about.value.operator} commands={commands} />}
            <CopyButton words="Copy link" icon="link" text={location.origin + linkTo(address.value, about.value)} />
          </>
        )}
        {children}
      </div>
    </div>
  );
}

/** A button that copies the page's commands. Absent if an option of a command is not safe to paste. */
function CopyCommands({ operator, commands }: Required<Pick<Props, 'commands'>> & { readonly operator: string }) {
  const lines = commands.map(([name, options]) => commandLine(operator, name, options));
  if (lines.includes(undefined)) return null;
  const words = lines.length === 1 ? 'Copy as command' : 'Copy as commands';
  return <CopyButton words={words} icon="command" text={lines.join('\n')} />;
}
