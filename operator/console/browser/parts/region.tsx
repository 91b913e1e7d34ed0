import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { about } from '../about.ts';
import type { RequestError } from '../api.ts';
import { now } from '../clock.ts';
import type { Polled } from '../poll.ts';
import { relativeText } from '../time.ts';

/** The status of a response when the command itself has rejected the request. */
const REJECTED = 409;

interface Props<Value> {
  readonly name: string;
  readonly polled: Polled<Value>;
  readonly children: (value: Value) => ComponentChildren;
  /** A link or another control beside the heading. */
  readonly aside?: ComponentChildren;
}

/** A named part of a page that shows the response of a command. */
export function Region<Value>({ name, polled, children, aside }: Props<Value>) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={polled.response === undefined && polled.error === undefined}>
      <div class="heading">
        <h2 id={id}>{name}</h2>
        {aside}
      </div>
      <ResponseView polled={polled}>{children}</ResponseView>
    </section>
  );
}

/** The response of a command. If there is no newer one, the old one stays, and a sentence says so. */
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
      {response ? (
        <div class={error ? 'stale' : ''}>{children(response.value)}</div>
      ) : error ? null : (
        <p class="waiting">Loading…</p>
      )}
    </>
  );
}

interface NoNewDataProps {
  readonly error: RequestError;
  /** The time of the last response, if there is one. */
  readonly sinceMs: number | undefined;
}

function NoNewData({ error: { status, message: sentence }, sinceMs }: NoNewDataProps) {
  // The command works, and this is what it says: for example, that the partner has no webhook.
  if (status === REJECTED) return <p class={sinceMs === undefined ? '' : 'problem'}>{sentence}</p>;
  const age = sinceMs === undefined ? '' : `These are the data of ${relativeText(sinceMs, now.value)}. `;
  const command = about.value === undefined ? '' : ` To check every part, run: ${about.value.operator} doctor`;
  return (
    <p class="problem" role="status">
      <strong>No new data.</strong> {age}
      {sentence}
      {command}
    </p>
  );
}
