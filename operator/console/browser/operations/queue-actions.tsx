import type { DeadLetter, Mapping } from '../../protocol/command-values.ts';
import { isDeliveringMapping, isOfKind } from '../../protocol/queues.ts';
import { about } from '../about.ts';
import { ActionButton, JobButton } from '../actions/action.tsx';

/** Says that a switch takes time on AWS. The local service switches at once. */
const delaySentence = () => (about.value?.isLocal ? '' : ' AWS needs some time for the switch.');

export function MappingSwitch({ mapping: { name, state } }: { readonly mapping: Mapping }) {
  const isOff = state === 'Disabled';
  const shared = {
    of: name,
    subject: name,
    options: { name },
    obstacle: isOff || state === 'Enabled' ? undefined : `The mapping is ${state}. Wait until the change is complete.`,
  };
  return isOff ? (
    <JobButton
      {...shared}
      label="Enable"
      title={`Enable the mapping ${name}`}
      route="mapping enable"
      effect={`Lambda starts to read the stream or queue again.${delaySentence()}`}
    />
  ) : (
    <JobButton
      {...shared}
      label="Disable…"
      title={`Disable the mapping ${name}`}
      route="mapping disable"
      wordToType="disable"
      effect={`Stream records or messages then wait.${delaySentence()}`}
    />
  );
}

/** A button that stops the deliveries to all partners, or starts them again. */
export function AllDeliveriesSwitch({ mappings }: { readonly mappings: readonly Mapping[] }) {
  const isOff = mappings.some(({ name, state }) => isDeliveringMapping(name) && state !== 'Enabled');
  const shared = { subject: 'all deliveries', options: {} };
  return isOff ? (
    <JobButton
      {...shared}
      label="Start all deliveries"
      route="delivery start"
      effect={`Deliveries to all partners start again. The events that have waited are sent, too.${delaySentence()}`}
    />
  ) : (
    <JobButton
      {...shared}
      label="Stop all deliveries…"
      title="Stop all deliveries"
      route="delivery stop"
      wordToType="stop"
      effect={`No event is sent to any partner until somebody starts deliveries again. Events wait and use up no attempts; nothing is lost. Finished calls are still recorded.${delaySentence()}`}
    />
  );
}

export function SweepButton() {
  return (
    <ActionButton
      label="Sweep"
      title="Sweep now"
      route="sweep"
      options={{}}
      effect="All deliveries that are due now are woken. A second wake-up does no harm."
      done={({ due, queued, settledDead }) =>
        `Deliveries: ${due} due, ${queued} woken, ${settledDead} settled as dead.`
      }
    />
  );
}

export function RedriveButton() {
  return (
    <JobButton
      label="Redrive"
      subject="dead letters"
      title="Redrive all dead letters"
      route="dlq redrive"
      options={{}}
      effect="The messages of all queues with dead letters are processed again. Do this after the fault is fixed."
    />
  );
}

export function DropButton({ message: { queue, messageId } }: { readonly message: DeadLetter }) {
  return (
    <ActionButton
      label="Drop…"
      of={messageId}
      title="Drop a dead letter"
      route="dlq drop"
      options={{ queue, message: messageId }}
      wordToType="drop"
      effect={
        isOfKind(queue, 'failed calls')
          ? 'Nothing is lost if the call was recorded in another way. To check this, run call reconcile.'
          : 'The delivery itself does not change. If it is due, the sweep still wakes it.'
      }
      done={() => 'The message is deleted.'}
    />
  );
}
