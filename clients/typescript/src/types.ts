import type { components } from './openapi-types.ts';

type Schemas = components['schemas'];

export type Partner = Schemas['Partner'];
export type Line = Schemas['Line'];
export type LineDetail = Schemas['LineDetail'];
export type LinePage = Schemas['LinePage'];
export type CreateLine = Schemas['CreateLine'];
export type TerminateLine = Schemas['TerminateLine'];
/** The details of a termination, as the API returns them. */
export type TerminationDetails = Schemas['Termination'];
/**
 * `responseLost: true` means that the response with the details was lost, and that a retry found the line terminated
 * or no longer yours.
 */
export type Termination =
  | (TerminationDetails & { readonly responseLost: false })
  | (Pick<TerminationDetails, 'status'> & {
      readonly responseLost: true;
      readonly numberReclaimed?: never;
      readonly terminatedAt?: never;
    });
export type AgentSettings = Schemas['AgentSettings'];
export type AgentSettingsPatch = Schemas['AgentSettingsPatch'];
export type Call = Schemas['Call'];
export type CallPage = Schemas['CallPage'];
export type Webhook = Schemas['Webhook'];
export type WebhookRegistration = Schemas['WebhookRegistration'];
export type RegisteredWebhook = Schemas['RegisteredWebhook'];
/** The body of the event `call.completed` that your webhook receives. */
export type CallCompleted = Schemas['CallCompleted'];
/** The codes of failures, to branch on. The service may add codes. If you do not know a code, branch on the status. */
export type ErrorCode = Schemas['ErrorCode'];
