import type { Failed } from '../protocol/routes.ts';

/** A request of the warm-up, or of a page whose token was already checked. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly options: unknown;
  /** What the command works on. Present only if the page wants the command to run as a job. */
  readonly subject?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

export const successResponse = (body: unknown): ApiResponse => ({ status: 200, body });

/** Returns the response to a rejected request. The HTTP status is 200; the body has the status of the rejection. */
export const rejectionResponse = (
  status: number,
  error: string,
  more: Omit<Failed, 'error' | 'status'> = {},
): ApiResponse => successResponse({ error, status, ...more } satisfies Failed);

export const failureResponse = (status: number, error: string, more: Omit<Failed, 'error'> = {}): ApiResponse => ({
  status,
  body: { error, ...more } satisfies Failed,
});
