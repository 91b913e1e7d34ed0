import type { Options, ValueOf } from '../../protocol/routes.ts';
import { JobButton } from '../actions/action.tsx';
import { act } from '../api.ts';
import { asOption } from '../time.ts';

interface Props {
  readonly partner: ValueOf<'partner show'>;
}

/** Deletes a partner's calls up to a time. It counts them first. */
export function DeleteCalls({ partner: { partnerId } }: Props) {
  const preview = async ({ before }: Options) => {
    const chosen = { partner: partnerId, before: asOption(String(before)) };
    const { value } = await act('call delete', { ...chosen, dryRun: true });
    const matched = 'matched' in value ? value.matched : 0;
    return {
      options: chosen,
      effect:
        matched === 0
          ? 'No call matches, so there is nothing to delete.'
          : `${matched} calls would be deleted for good, and their events never sent again.`,
      words: matched === 0 ? undefined : `Delete ${matched} calls`,
    };
  };
  return (
    <JobButton
      label="Delete calls…"
      title="Delete calls of all lines"
      route="call delete"
      subject={partnerId}
      options={{}}
      wordToType="delete"
      choice={{ fields: <Before />, preview }}
    />
  );
}

function Before() {
  return (
    <label class="field">
      Calls recorded before, such as 2026-01-31T00:00:00Z
      <input name="before" required autocomplete="off" spellcheck={false} />
    </label>
  );
}

/** Deletes a partner for good. It counts first what would be deleted. */
export function DeletePartner({ partner: { partnerId } }: Props) {
  const preview = async () => {
    const { value } = await act('partner delete', { partner: partnerId, dryRun: true });
    return {
      options: { partner: partnerId },
      effect: `The partner would be deleted for good with ${value.lines} lines and ${value.calls} calls, its key, settings, webhook and secrets. Ids and the audit trail stay.`,
      words: 'Delete the partner',
    };
  };
  return (
    <JobButton
      label="Delete…"
      title="Delete the partner"
      route="partner delete"
      subject={partnerId}
      options={{}}
      wordToType="delete"
      choice={{ fields: <p>The preview reads the whole table.</p>, preview }}
    />
  );
}
