import { useSignal } from '@preact/signals';
import type { LogLine } from '../../protocol/call-values.ts';
import { about } from '../about.ts';
import { OneLineText } from '../elements/links.tsx';
import { Moment } from '../elements/moment.tsx';
import { Region } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { usePolled } from '../poll.ts';
import { durationText } from '../time.ts';

interface Props {
  readonly callId: string;
}

/** On AWS, each search of the logs costs money, so the search starts only after a click. */
export function CallLog({ callId }: Props) {
  const isWanted = useSignal(false);
  if (isWanted.value) return <LogLines callId={callId} />;
  return (
    <section aria-labelledby="log">
      <div class="heading">
        <h2 id="log">Log</h2>
        <button
          type="button"
          onClick={() => {
            isWanted.value = true;
          }}
        >
          Search the log
        </button>
        {about.value?.isLocal === false ? <span class="soft">CloudWatch charges for each search.</span> : null}
      </div>
    </section>
  );
}

function LogLines({ callId }: Props) {
  const lines = usePolled('call trace', { call: callId });
  return (
    <Region name="Log" polled={lines.value}>
      {(rows) => (
        <Table
          rows={rows.map((line, at) => ({ line, at }))}
          keyOf={({ at }) => String(at)}
          empty="The log has no line about the call."
          columns={[
            {
              head: 'Message',
              cell: ({ line }) => <OneLineText text={'unreadable' in line ? line.unreadable : line.message} />,
            },
            { head: 'Details', cell: ({ line }) => detailsOfLogLine(line), isLong: true },
            { head: 'Function', cell: ({ line }) => ('unreadable' in line ? '' : line.service), isMinor: true },
            {
              head: 'Level',
              cell: ({ line }) => ('unreadable' in line ? '' : <LogLevel level={line.level} />),
              isShort: true,
            },
            {
              head: 'Time',
              cell: ({ line }) => ('unreadable' in line ? '' : <Moment at={line.timestamp} />),
              isShort: true,
            },
          ]}
        />
      )}
    </Region>
  );
}

function LogLevel({ level }: { readonly level: string }) {
  return <span class={`badge ${{ ERROR: 'bad', WARN: 'warn' }[level] ?? 'plain'}`}>{level}</span>;
}

function detailsOfLogLine(line: LogLine): string {
  if ('unreadable' in line) return '';
  const { lane, attempt, status, outcome, durationMs, reason, skipReason, error } = line;
  const details = {
    lane,
    attempt,
    status,
    outcome,
    took: durationMs === undefined ? undefined : durationText(durationMs),
    reason: reason ?? skipReason,
    error: error && `${error.name}: ${error.message}`,
  };
  return Object.entries(details)
    .filter(([, detail]) => detail !== undefined)
    .map(([name, detail]) => `${name} ${detail}`)
    .join(', ');
}
