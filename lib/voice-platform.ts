import { Construct } from 'constructs';
import { ServiceFunction, type StageContext } from './functions/service-function.ts';
import { TIMEOUT_SECONDS } from './functions/timing.ts';

/** What the voice platform uses besides `record-call`, which belongs to the delivery pipeline. */
export class VoicePlatform extends Construct {
  readonly lineForCall: ServiceFunction;

  constructor(scope: Construct, id: string, context: StageContext) {
    super(scope, id);
    this.lineForCall = new ServiceFunction(this, 'line-for-call', context, {
      timeoutSeconds: TIMEOUT_SECONDS.lineForCall,
      // A caller hears silence until it returns.
      memory: 'request',
    });
  }
}
