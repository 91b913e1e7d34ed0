import type { RecordCallResponse } from '../../shared/domain/calls/finished-call.ts';
import { type Intake, readIds, storeFinishedCall } from '../../shared/intake/store-finished-call.ts';

/** Stores a finished call and its delivery once. The response to a retry has `alreadyStored: true`. */
export const createHandler =
  (intake: Intake) =>
  async (event: unknown): Promise<RecordCallResponse> => {
    // With these keys, the log line of a fault also has the ids of the call and its line.
    intake.logger.appendKeys({ ...readIds(event) });
    return storeFinishedCall(intake, 'invoked', event);
  };
