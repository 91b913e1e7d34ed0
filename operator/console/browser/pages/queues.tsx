import type { DeadLetter, Queue } from '../../protocol/command-values.ts';
import { LISTED_HIDDEN_FOR } from '../../protocol/limits.ts';
import { pathTo } from '../../protocol/pages.ts';
import { isOfKind } from '../../protocol/queues.ts';
import { about } from '../about.ts';
import { IdLink, IdWithCopyButton, OneLineText } from '../elements/links.tsx';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { Region, ResponseView } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { AllDeliveriesSwitch, DropButton, RedriveButton, SweepButton } from '../operations/queue-actions.tsx';
import { LaneAges, MappingTable, QueueTable } from '../operations/queues.tsx';
import { useCommandOnClick, usePolled } from '../poll.ts';

type Kind = Parameters<typeof isOfKind>[1];
const queuesOfKinds = (all: readonly Queue[], ...kinds: readonly Kind[]) =>
  all.filter(({ queue }) => isOfKind(queue, ...kinds));

export function QueuesPage() {
  const queues = usePolled('queue list');
  const mappings = usePolled('mapping list');
  return (
    <>
      <Heading title="Queues" commands={[['queue list'], ['mapping list']]}>
        <SweepButton />
        {mappings.value.response ? <AllDeliveriesSwitch mappings={mappings.value.response.value} /> : null}
      </Heading>
      <Region name="Lanes" polled={queues.value}>
        {(all) => <QueueTable queues={queuesOfKinds(all, 'lane')} />}
      </Region>
      <Region name="Finished calls" polled={queues.value}>
        {(all) => <QueueTable queues={queuesOfKinds(all, 'calls')} />}
      </Region>
      <div class="columns">
        <LaneAges />
        <Region name="Mappings" polled={mappings.value}>
          {(all) => <MappingTable mappings={all} />}
        </Region>
      </div>
      <Region name="Dead letters" polled={queues.value}>
        {(all) => (
          <>
            <FailedMessagesNotice queues={all} />
            <QueueTable queues={queuesOfKinds(all, 'failed wake-ups', 'failed calls')} />
            <DeadLetterList />
          </>
        )}
      </Region>
    </>
  );
}

/** A failed wake-up only delays its delivery, because the sweep sends another one. A failed call may be lost. */
function FailedMessagesNotice({ queues }: { readonly queues: readonly Queue[] }) {
  const wakeUps = countIn(queuesOfKinds(queues, 'failed wake-ups'));
  const calls = countIn(queuesOfKinds(queues, 'failed calls'));
  if (wakeUps + calls === 0) return <p class="well">Nothing is lost: no message has failed.</p>;
  return (
    <>
      {wakeUps > 0 && (
        <p class="problem">
          {wakeUps === 1 ? '1 message has failed' : `${wakeUps} messages have failed`}. No delivery is lost: the sweep
          wakes each delivery that is due. Mend the fault, then redrive the messages.
        </p>
      )}
      {calls > 0 && (
        <p class="problem">
          {calls === 1 ? '1 call was not recorded' : `${calls} calls were not recorded`}. The queue may have the only
          copy. <a href={pathTo('rejected')}>Refused calls</a> stay refused: have the platform hand them over corrected,
          then drop these messages. Redrive only the others.
        </p>
      )}
    </>
  );
}

const countIn = (queues: readonly Queue[]) =>
  queues.reduce((sum, { waiting, inFlight, delayed }) => sum + waiting + inFlight + delayed, 0);

/** Lists the messages only after a click, because listing hides them from other readers. */
function DeadLetterList() {
  const [listed, list] = useCommandOnClick('dlq list');
  return (
    <>
      <p>
        <button type="button" onClick={list}>
          List the messages
        </button>{' '}
        <RedriveButton />{' '}
        <span class="soft">Listing hides the messages from other readers for up to {LISTED_HIDDEN_FOR}.</span>
      </p>
      {listed === undefined ? null : (
        <ResponseView polled={listed}>
          {(messages) => (
            <Table
              rows={messages}
              keyOf={({ messageId }) => messageId}
              empty="No message was found."
              columns={[
                { head: 'Note', cell: ({ note, queue }) => <OneLineText text={note ?? queue} /> },
                { head: 'Queue', cell: ({ queue }) => queue, isShort: true },
                {
                  head: 'Calls',
                  cell: ({ callIds }) =>
                    callIds.map((callId) => [<IdLink key={callId} page="delivery" id={callId} />, ' ']),
                },
                { head: 'Message', cell: ({ messageId }) => <IdWithCopyButton id={messageId} />, isMinor: true },
                { head: 'Received', cell: ({ receivedCount }) => receivedCount, isNumber: true },
                { head: 'Sent', cell: ({ since }) => <RoughRelativeTime at={since} />, isNumber: true },
                ...(about.value?.isWritable
                  ? [{ head: 'Drop', cell: (message: DeadLetter) => <DropButton message={message} /> }]
                  : []),
              ]}
            />
          )}
        </ResponseView>
      )}
    </>
  );
}
