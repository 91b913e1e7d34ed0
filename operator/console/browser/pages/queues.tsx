import { useSignal } from '@preact/signals';
import { LANES } from '../../../../shared/domain/deliveries/lane.ts';
import type { DeadLetter, Queue } from '../../protocol/values.ts';
import { about } from '../about.ts';
import { act, RequestError } from '../api.ts';
import { Heading } from '../parts/heading.tsx';
import { IdLink } from '../parts/links.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { Drop, Redrive, Sweep } from '../parts/queue-actions.tsx';
import { LaneAges, MappingTable, QueueTable } from '../parts/queues.tsx';
import { Region, ResponseView } from '../parts/region.tsx';
import { Table } from '../parts/table.tsx';
import { type Polled, usePolled } from '../poll.ts';

const isLane = ({ queue }: Queue) => LANES.some((lane) => lane === queue);

export function QueuesPage() {
  const queues = usePolled('queue list');
  const mappings = usePolled('mapping list');
  return (
    <>
      <Heading title="Queues" commands={[['queue list'], ['mapping list']]}>
        <Sweep />
      </Heading>
      <Region name="Lanes" polled={queues.value}>
        {(all) => <QueueTable queues={all.filter(isLane)} />}
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
            <WhatIsLost failures={all.filter((queue) => !isLane(queue))} />
            <QueueTable queues={all.filter((queue) => !isLane(queue))} />
            <DeadLetters />
          </>
        )}
      </Region>
    </>
  );
}

/** The rows of the deliveries are the truth. A message that failed has only lost time. */
function WhatIsLost({ failures }: { readonly failures: readonly Queue[] }) {
  const count = failures.reduce((sum, { waiting, inFlight, delayed }) => sum + waiting + inFlight + delayed, 0);
  if (count === 0) return <p class="well">Nothing is lost: no message has failed.</p>;
  return (
    <p class="problem">
      {count === 1 ? '1 message has failed' : `${count} messages have failed`}. No delivery is lost: the sweep wakes
      each delivery that is due. Mend the fault, then redrive the messages.
    </p>
  );
}

/** Listing hides the messages for a while, so it waits for a click. */
function DeadLetters() {
  const listed = useSignal<Polled<readonly DeadLetter[]> | undefined>(undefined);
  const list = async () => {
    listed.value = { response: undefined, error: undefined };
    listed.value = await act('dlq list', {}).then(
      (response) => ({ response, error: undefined }),
      (error: unknown) => ({
        response: undefined,
        error: error instanceof RequestError ? error : new RequestError(0, String(error)),
      }),
    );
  };
  return (
    <>
      <p>
        <button type="button" onClick={list}>
          List the messages
        </button>{' '}
        <Redrive /> <span class="soft">Listing hides the messages from other readers for up to two minutes.</span>
      </p>
      {listed.value === undefined ? null : (
        <ResponseView polled={listed.value}>
          {(messages) => (
            <Table
              rows={messages}
              keyOf={({ messageId }) => messageId}
              empty="No message failed."
              columns={[
                { head: 'Message', cell: ({ messageId }) => <span class="mono">{messageId}</span> },
                { head: 'Queue', cell: ({ queue }) => queue, isShort: true },
                { head: 'Sent', cell: ({ since }) => <MomentAndAgo at={since} /> },
                { head: 'Received', cell: ({ receivedCount }) => receivedCount, isNumber: true },
                {
                  head: 'Calls',
                  cell: ({ callIds }) =>
                    callIds.map((callId) => [<IdLink key={callId} page="delivery" id={callId} />, ' ']),
                },
                { head: 'Note', cell: ({ note }) => note ?? '' },
                ...(about.value?.isWritable
                  ? [{ head: 'Drop', cell: (message: DeadLetter) => <Drop message={message} /> }]
                  : []),
              ]}
            />
          )}
        </ResponseView>
      )}
    </>
  );
}
