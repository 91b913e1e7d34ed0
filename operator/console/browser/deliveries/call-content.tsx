import { useSignal } from '@preact/signals';
import type { ValueOf } from '../../protocol/routes.ts';
import { errorSentence, runCommand } from '../api.ts';
import { Facts } from '../elements/facts.tsx';
import { durationText, SECOND_MS } from '../time.ts';

type Shown =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'working' }
  | { readonly kind: 'revealed'; readonly call: ValueOf<'call show'> }
  | { readonly kind: 'failed'; readonly sentence: string };

/** The content is personal data, so the page loads it only after a click, which the audit trail records. */
export function CallContent({ callId }: { readonly callId: string }) {
  const shown = useSignal<Shown>({ kind: 'hidden' });
  const reveal = async () => {
    shown.value = { kind: 'working' };
    shown.value = await runCommand('call show', { call: callId, reveal: true }).then(
      ({ value }): Shown => ({ kind: 'revealed', call: value }),
      (error: unknown): Shown => ({ kind: 'failed', sentence: errorSentence(error) }),
    );
  };
  const hide = () => {
    shown.value = { kind: 'hidden' };
  };
  return (
    <section aria-labelledby="words">
      <div class="heading">
        <h2 id="words">Summary</h2>
        {shown.value.kind === 'revealed' ? (
          <button type="button" onClick={hide}>
            Hide
          </button>
        ) : (
          <button type="button" onClick={reveal} disabled={shown.value.kind === 'working'}>
            Reveal
          </button>
        )}
        <span class="soft">The audit trail records who reveals it.</span>
      </div>
      <div role="status">
        {shown.value.kind === 'revealed' ? <RevealedContent call={shown.value.call} /> : null}
        {shown.value.kind === 'failed' ? <p class="problem">{shown.value.sentence}</p> : null}
      </div>
    </section>
  );
}

function RevealedContent({ call }: { readonly call: ValueOf<'call show'> }) {
  const { state, title, summary, topics = [], sentiment, callerNumber, transferTo } = call;
  const { callType, durationSecs, resolution } = call;
  if (summary === undefined) return <p>The call is {state}, so it has no content.</p>;
  return (
    <Facts
      facts={{
        Title: title,
        Summary: <span class="text">{summary}</span>,
        Topics: topics.length === 0 ? null : topics.join(', '),
        Sentiment: sentiment,
        Caller: callerNumber,
        'Transferred to': transferTo,
        Type: callType,
        Duration: durationSecs == null ? null : durationText(durationSecs * SECOND_MS),
        Resolution: resolution,
      }}
    />
  );
}
