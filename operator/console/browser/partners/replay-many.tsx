import {
  GIVEN_UP_STATUSES,
  REPLAYABLE_STATUSES,
  REPLAYS_PER_SECOND,
} from '../../../../shared/domain/deliveries/replay-policy.ts';
import type { Options, ValueOf } from '../../protocol/routes.ts';
import { JobButton } from '../actions/action.tsx';
import { runCommand } from '../api.ts';
import { now } from '../clock.ts';
import { Moment } from '../elements/moment.tsx';
import { address } from '../router.ts';
import { DAY_MS, durationText, SECOND_MS, timeOption } from '../time.ts';

/** A button that replays a partner's deliveries of calls recorded since a time. */
export function ReplayManyButton({ partner: { partnerId, name } }: { readonly partner: ValueOf<'partner show'> }) {
  const preview = async ({ since, status }: Options) => {
    // Excludes deliveries that fail while somebody reads the preview.
    const until = new Date(now.peek()).toISOString();
    const chosen = {
      partner: partnerId,
      since: timeOption(String(since)),
      until,
      ...(status === '' ? {} : { status }),
    };
    const { value } = await runCommand('delivery replay', { ...chosen, dryRun: true });
    const { matched } = value;
    return {
      options: chosen,
      effect: <ReplayPreview matched={matched} until={until} />,
      words: matched === 0 ? undefined : `Replay ${deliveriesText(matched)}`,
    };
  };
  return (
    <JobButton
      label="Replay…"
      isPrimary
      title="Replay deliveries"
      route="delivery replay"
      subject={name}
      options={{}}
      choice={{ fields: <ReplayFields />, preview }}
    />
  );
}

const deliveriesText = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`);

function ReplayFields() {
  const { query } = address.value;
  const dayAgo = new Date(now.peek() - DAY_MS).toISOString().replace(/\.\d+/, '');
  return (
    <>
      <p>The events of these calls are sent, each in a new round of attempts.</p>
      <label class="field">
        From, when the calls were recorded
        <input
          name="since"
          required
          defaultValue={query.get('since') ?? dayAgo}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <label class="field">
        Status
        <select name="status">
          <option value="">{GIVEN_UP_STATUSES.join(' and ')}</option>
          {REPLAYABLE_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function ReplayPreview({ matched, until }: { readonly matched: number; readonly until: string }) {
  if (matched === 0) return <>No delivery matches, so there is nothing to replay.</>;
  const duration = durationText((matched / REPLAYS_PER_SECOND) * SECOND_MS);
  return (
    <>
      <strong>{deliveriesText(matched)}</strong> would be replayed, {REPLAYS_PER_SECOND} a second. This takes about{' '}
      {duration}. What fails after <Moment at={until} /> is left out.
    </>
  );
}
