export { type LambdaLike, lambdaInvoke, type SqsLike, sqsSend } from './aws.ts';
export type {
  AgentSettings,
  BusinessDay,
  FinishedCall,
  LineForCall,
  NotServed,
  RecordCallInput,
  RecordedCall,
  Refused,
  ServedLine,
  WhichLine,
} from './types.ts';
export {
  createVoicePlatform,
  type Invoke,
  type Send,
  type VoicePlatform,
  type VoicePlatformOptions,
} from './voice-platform.ts';
