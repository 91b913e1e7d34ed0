import type { Mapping, Queue } from '../../protocol/command-values.ts';
import { QUEUES } from '../../protocol/queues.ts';
import { about } from '../about.ts';
import { ResponseView } from '../elements/region.tsx';
import { MappingState } from '../elements/status.tsx';
import { Table } from '../elements/table.tsx';
import { AgesPlot } from '../plots/ages-plot.tsx';
import { usePolled } from '../poll.ts';
import { durationText, SECOND_MS } from '../time.ts';
import { MappingSwitch } from './queue-actions.tsx';

export function QueueTable({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <Table
      rows={queues}
      keyOf={({ queue }) => queue}
      empty="There is no queue."
      columns={[
        {
          head: 'Queue',
          cell: ({ queue }) => (
            <span class="name" title={`${queue}: ${QUEUES[queue].holds}`}>
              {queue} <span class="soft">{QUEUES[queue].holds}</span>
            </span>
          ),
        },
        { head: 'Waiting', cell: ({ waiting }) => waiting, isNumber: true },
        { head: 'In flight', cell: ({ inFlight }) => inFlight, isNumber: true },
        { head: 'Delayed', cell: ({ delayed }) => delayed, isNumber: true },
        { head: 'Oldest', cell: ageText, isNumber: true },
      ]}
    />
  );
}

/** A chart of how long the oldest wake-up of each lane waited, by minute. */
export function LaneAges() {
  const ages = usePolled('queue ages');
  return (
    <figure aria-labelledby="ages">
      <div class="heading">
        <h2 id="ages">Ages of the lanes</h2>
        <span class="soft">by minute</span>
      </div>
      <ResponseView polled={ages.value}>{(minutes) => <AgesPlot ages={minutes} />}</ResponseView>
    </figure>
  );
}

/** The age comes from a metric, which is some minutes older than the counts of messages. */
const ageText = ({ waiting, inFlight, delayed, oldestSeconds: seconds }: Queue) => {
  if (waiting + inFlight + delayed === 0 || seconds === 0) return 'none';
  return seconds === null ? 'not known yet' : durationText(seconds * SECOND_MS);
};

export function MappingTable({ mappings }: { readonly mappings: readonly Mapping[] }) {
  return (
    <Table
      rows={mappings}
      keyOf={({ name }) => name}
      empty="There is no mapping."
      columns={[
        { head: 'Mapping', cell: ({ name }) => name },
        {
          head: 'State',
          cell: ({ state }) => <MappingState state={state} />,
          isShort: true,
        },
        ...(about.value?.isWritable
          ? [{ head: 'Switch', cell: (mapping: Mapping) => <MappingSwitch mapping={mapping} /> }]
          : []),
      ]}
    />
  );
}
