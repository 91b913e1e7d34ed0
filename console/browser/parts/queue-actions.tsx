import type { DeadLetter, Mapping } from '../../protocol/values.ts';
import { ActionButton } from './action.tsx';

/** Switches a mapping off or on. */
export function MappingSwitch({ mapping: { name, state } }: { readonly mapping: Mapping }) {
  const done = ({ state: reached }: Mapping) => `The mapping ${name} is ${reached}.`;
  return state === 'Disabled' ? (
    <ActionButton
      label="Enable"
      title={`Enable the mapping ${name}`}
      route="mapping enable"
      options={{ name }}
      effect="Lambda reads again what the mapping reads. On AWS, this takes up to a minute."
      done={done}
    />
  ) : (
    <ActionButton
      label="Disable…"
      title={`Disable the mapping ${name}`}
      route="mapping disable"
      options={{ name }}
      nameToType={name}
      effect="What the mapping reads waits until somebody enables it. No delivery is lost. On AWS, this takes up to a minute."
      done={done}
    />
  );
}

export function Sweep() {
  return (
    <ActionButton
      label="Sweep"
      title="Sweep now"
      route="sweep"
      options={{}}
      effect="All deliveries that are due now are woken. A second wake-up does no harm."
      done={({ due, queued, settledDead }) => `${due} due, ${queued} woken, ${settledDead} settled as dead.`}
    />
  );
}

export function Redrive() {
  return (
    <ActionButton
      label="Redrive"
      title="Redrive all dead letters"
      route="dlq redrive"
      options={{}}
      effect="The messages of both queues are processed again. Do this once the fault is fixed."
      done={({ matched, redriven }) => `${redriven} of ${matched} messages redriven.`}
    />
  );
}

/** Deletes one dead letter. The queue refers to it by its id only. */
export function Drop({ message: { queue, messageId } }: { readonly message: DeadLetter }) {
  return (
    <ActionButton
      label="Drop…"
      title="Drop a dead letter"
      route="dlq drop"
      options={{ queue, message: messageId }}
      effect="The delivery itself does not change. If it is due, the sweep still wakes it."
      done={() => 'The message is deleted.'}
    />
  );
}
