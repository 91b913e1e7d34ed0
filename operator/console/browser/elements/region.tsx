import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { REJECTED } from '../../protocol/paths-and-names.ts';
import { about } from '../about.ts';
import type { RequestError } from '../api.ts';
import { now } from '../clock.ts';
import { isUnreachableStatus, type Polled, unreachableReason } from '../poll.ts';
import { relativeText } from '../time.ts';

interface Props<Value> {
  readonly name: string;
  readonly polled: Polled<Value>;
  readonly children: (value: Value) => ComponentChildren;
  /** False if the page's heading already names the region. */
  readonly hasHeading?: false | undefined;
  /** A link or another control beside the heading. */
  readonly aside?: ComponentChildren;
  /** Shown even without a response, for example a filter that a person can correct. */
  readonly before?: ComponentChildren;
}

/** A named part of a page that shows the response of a command. */
export function Region<Value>({ name, polled, children, aside, hasHeading, before }: Props<Value>) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={polled.response === undefined && polled.error === undefined}>
      <div class="heading">
        <h2 id={id} class={hasHeading === false ? 'unseen' : undefined}>
          {name}
        </h2>
        {aside}
      </div>
      {before}
      <ResponseView polled={polled}>{children}</ResponseView>
    </section>
  );
}

/** Returns the message of a command that has rejected the request and has never returned a value. */
export const rejectionMessage = ({ response, error }: Polled<unknown>): string | undefined =>
  response === undefined && error?.status === REJECTED ? error.message : undefined;

/** Shows the response of a command. If a later request fails, the last response stays, below a notice. */
export function ResponseView<Value>({
  polled: { response, error },
  children,
}: Pick<Props<Value>, 'polled' | 'children'>) {
  return (
    <>
      {error ? <NoNewData error={error} sinceMs={response?.nowMs} /> : null}
      {response?.problems.map((problem) => (
        <p class="problem" key={problem}>
          {problem}
        </p>
      ))}
      {response?.warnings.map((warning) => (
        <p class="soft" key={warning}>
          {warning}
        </p>
      ))}
      {response ? <div class={error ? 'stale' : ''}>{children(response.value)}</div> : error ? null : <Skeleton />}
    </>
  );
}

/** The grey lines on the page before a response arrives. */
const LINES = [1, 2, 3];

export function Skeleton() {
  return (
    <div class="waiting">
      <span class="unseen">Loading…</span>
      {LINES.map((line) => (
        <span key={line} class="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

interface NoNewDataProps {
  readonly error: RequestError;
  readonly sinceMs: number | undefined;
}

function NoNewData({ error: { status, message: sentence }, sinceMs }: NoNewDataProps) {
  // The request was rejected, for example because the partner has no webhook.
  if (status === REJECTED) return <p class={sinceMs === undefined ? 'empty' : 'problem'}>{sentence}</p>;
  const age = sinceMs === undefined ? '' : `This data was loaded ${relativeText(sinceMs, now.value)}. `;
  // The notice at the top of the page already says why there is no new data.
  if (isUnreachableStatus(status)) return <p class="soft">{age || 'There is no data yet.'}</p>;
  return (
    <p class="problem" role="status">
      <strong>{age ? 'No new data.' : 'No data.'}</strong> {age}
      {sentence}
    </p>
  );
}

/** Says on every page why there is no new data. The regions of the page keep their old data. */
export function NoResponseNotice() {
  const sentence = unreachableReason.value;
  return (
    <div role="status">
      {sentence === undefined ? null : (
        <p class="problem away">
          <strong>No new data.</strong> {sentence}
          {about.value === undefined ? null : (
            <>
              {' '}
              To check every part, run <code>{about.value.operator} doctor</code>.
            </>
          )}
        </p>
      )}
    </div>
  );
}
