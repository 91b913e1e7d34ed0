import type { Failed } from '../protocol/routes.ts';

/** A request of a page. The server has already checked its token. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly options: unknown;
  /** What the command works on. Present only if the command runs as a job. */
  readonly subject?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

export const successResponse = (body: unknown): ApiResponse => ({ status: 200, body });

/** For a request that a command or the runbook rejects. The HTTP status is 200; the body has that of the rejection. */
export const rejectionResponse = (
  status: number,
  error: string,
  more: Omit<Failed, 'error' | 'status'> = {},
): ApiResponse => successResponse({ error, status, ...more } satisfies Failed);

export const failureResponse = (status: number, error: string, more: Omit<Failed, 'error'> = {}): ApiResponse => ({
  status,
  body: { error, ...more } satisfies Failed,
});
