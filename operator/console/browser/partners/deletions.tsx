import { MAX_PARTNER_SIZE } from '../../protocol/limits.ts';
import type { Options, ValueOf } from '../../protocol/routes.ts';
import { JobButton } from '../actions/action.tsx';
import { read } from '../api.ts';
import { timeOption } from '../time.ts';

interface Props {
  readonly partner: ValueOf<'partner show'>;
}

/** A button that deletes a partner's calls from before a time. A preview first counts these calls, up to a limit. */
export function DeleteCallsButton({ partner: { partnerId, name } }: Props) {
  const preview = async ({ before }: Options) => {
    const chosen = { partner: partnerId, before: timeOption(String(before)) };
    const { calls, hasMoreCalls } = (await read('partner size', chosen)).value;
    const isEmpty = calls === 0 && !hasMoreCalls;
    return {
      options: chosen,
      effect: isEmpty
        ? 'No call matches, so there is nothing to delete.'
        : `${hasMoreCalls ? 'At least ' : ''}${calls} calls would be deleted for good. An event that is not yet delivered would be sent only if an attempt is already running.`,
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
      choice={{ fields: <RecordedBeforeField />, preview }}
    />
  );
}

function RecordedBeforeField() {
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
    const { lines, hasMoreLines, calls, hasMoreCalls } = value;
    const atLeast = (hasMore: boolean) => (hasMore ? 'at least ' : '');
    return {
      options: { partner: partnerId },
      effect: `The partner would be deleted for good with ${atLeast(hasMoreLines)}${lines} lines and ${atLeast(hasMoreCalls)}${calls} calls, its terminated lines, key, settings, webhook and secrets. Ids and the audit trail stay.`,
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
