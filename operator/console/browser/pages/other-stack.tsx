import type { About } from '../../protocol/routes.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Heading } from '../frame/heading.tsx';

interface Props {
  /** The name of a stack, from the link. The name is valid, so it is safe in a command. */
  readonly stack: string;
  readonly about: About;
}

/** This console does not know the ids in a link from the console of another stack. */
export function OtherStackPage({ stack, about: { service, isLocal } }: Props) {
  const command = `npm run -s operator -- --stack ${stack} console`;
  return (
    <>
      <Heading title="A link to another stack" />
      <p>
        The link leads to the stack <strong>{stack}</strong>. This console shows{' '}
        {isLocal ? 'the local service' : <strong>{service}</strong>}. To open a console of that stack, run:
      </p>
      <pre>{command}</pre>
      <CopyButton words="Copy the command" text={command} />
      <p>Then paste the link into the search box of that console.</p>
    </>
  );
}
