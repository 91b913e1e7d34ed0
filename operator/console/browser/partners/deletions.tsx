import { MAX_PARTNER_SIZE } from '../../protocol/limits.ts';
import type { Options, ValueOf } from '../../protocol/routes.ts';
import { JobButton } from '../actions/action.tsx';
import { read } from '../api.ts';
import { timeOption } from '../time.ts';

interface Props {
  readonly partner: ValueOf<'partner show'>;
}

/** Returns the count, with "At least" before it if the server has stopped counting at its limit. */
const countText = (count: number, { isCutShort }: ValueOf<'partner size'>) =>
  isCutShort ? `At least ${count}` : count;

/** A button that deletes a partner's calls from before a time. A preview first counts these calls, up to a limit. */
export function DeleteCallsButton({ partner: { partnerId, name } }: Props) {
  const preview = async ({ before }: Options) => {
    const chosen = { partner: partnerId, before: timeOption(String(before)) };
    const { value } = await read('partner size', chosen);
    const isEmpty = value.calls === 0 && !value.isCutShort;
    return {
      options: chosen,
      effect: isEmpty
        ? 'No call matches, so there is nothing to delete.'
        : `${countText(value.calls, value)} calls would be deleted for good. Events that are not yet delivered would not be sent.`,
      words: isEmpty ? undefined : 'Delete the calls',
    };
  };
  return (
    <JobButton
      label="Delete calls…"
      title="Delete calls of all lines"
      route="call delete"
      subject={name}
      options={{}}
      wordToType="delete"
      choice={{ fields: <BeforeField />, preview }}
    />
  );
}

function BeforeField() {
  return (
    <label class="field">
      Calls recorded before, such as 2026-01-31T00:00:00Z
      <input name="before" required autocomplete="off" spellcheck={false} />
    </label>
  );
}

/** A button that deletes a partner for good. A preview first counts its lines and calls, up to a limit. */
export function DeletePartnerButton({ partner: { partnerId, name } }: Props) {
  const preview = async () => {
    const { value } = await read('partner size', { partner: partnerId });
    const { lines, calls, isCutShort } = value;
    return {
      options: { partner: partnerId },
      effect: `The partner would be deleted for good with ${isCutShort ? 'at least ' : ''}${lines} lines and ${calls} calls, its terminated lines, key, settings, webhook and secrets. Ids and the audit trail stay.`,
      words: 'Delete the partner',
    };
  };
  return (
    <JobButton
      label="Delete…"
      title="Delete the partner"
      route="partner delete"
      subject={name}
      options={{}}
      wordToType="delete"
      choice={{
        fields: (
          <p>
            The preview counts up to {MAX_PARTNER_SIZE.toLocaleString('en')} lines and calls. The deletion reads the
            whole table.
          </p>
        ),
        preview,
      }}
    />
  );
}
