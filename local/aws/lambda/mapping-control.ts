import type { QueueMapping, StreamMapping } from '../cloudformation/stack-model.ts';

/** An event source mapping as Lambda's API shows it. */
export interface MappingView {
  readonly id: string;
  readonly model: StreamMapping | QueueMapping;
  readonly functionName: string;
  readonly functionArn: string;
  readonly eventSourceArn: string;
  readonly failureDestinationArn?: string | undefined;
  readonly state: 'Enabled' | 'Disabled' | 'Disabling';
}

/** The operations of Lambda's API on event source mappings. */
export interface MappingControl {
  list(): readonly MappingView[];
  /** Switches a mapping, also for later starts. If the switch cannot be stored, rejects and switches nothing. */
  setEnabled(id: string, enabled: boolean): Promise<void>;
}
