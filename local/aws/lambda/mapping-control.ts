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
  /** The setting survives a restart. If storing fails, rejects and does not switch the mapping. */
  setEnabled(id: string, enabled: boolean): Promise<void>;
}
