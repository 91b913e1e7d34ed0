import type { ValueOf } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { ActionButton } from '../actions/action.tsx';
import { runCommand } from '../api.ts';
import { commandLine } from '../command-line.ts';
import { CopyButton } from '../elements/copy-button.tsx';

/** A button whose dialog shows how many items an export would have, and the command that writes them to a file. */
export function ExportPartnerButton({ partner: { partnerId } }: { readonly partner: ValueOf<'partner show'> }) {
  const preview = async () => {
    const { value } = await runCommand('partner export', { partner: partnerId });
    const options = { partner: partnerId, file: `${partnerId}.ndjson` };
    const command = commandLine(about.value?.operator ?? '', 'partner export', options) ?? '';
    const effect = (
      <>
        {value.items} items would be exported, without secrets. This command writes them to a file that only you can
        read:
        <pre>{command}</pre>
        <CopyButton words="Copy as command" text={command} />
      </>
    );
    return { options, effect, words: undefined };
  };
  return (
    <ActionButton
      label="Export…"
      title="Export the partner"
      route="partner export"
      options={{}}
      done={() => undefined}
      choice={{ fields: <p>The preview reads the whole table.</p>, preview }}
    />
  );
}
