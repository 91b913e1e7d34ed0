export { type LambdaLike, lambdaInvoke, type SqsLike, sqsSend } from './aws.ts';
export type {
  AgentSettings,
  BusinessDay,
  FinishedCall,
  Invoke,
  LineForCall,
  NotServed,
  RecordCallInput,
  RecordedCall,
  Refused,
  Send,
  ServedLine,
  WhichLine,
} from './types.ts';
export {
  createVoicePlatform,
  type VoicePlatform,
  type VoicePlatformOptions,
} from './voice-platform.ts';
