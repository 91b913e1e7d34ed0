export {
  type CallListOptions,
  type CallOptions,
  type CreateOptions,
  type FollowCallsOptions,
  type ListOptions,
  type NewCallsOptions,
  PartnerLines,
} from './client.ts';
export type { ClientOptions } from './connection.ts';
export {
  ApiError,
  type ForbiddenReason,
  isApiError,
  NoAnswerError,
  PartnerLinesError,
  type Refusal,
} from './errors.ts';
export type { CallPosition, CallPositionStore } from './follow-calls.ts';
export type { Listing } from './listing.ts';
export type { CallBookmark, NewCalls } from './new-calls.ts';
export type { components, operations, paths } from './openapi-types.ts';
export type * from './types.ts';
