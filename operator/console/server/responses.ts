import type { Failed } from '../protocol/routes.ts';

/** A request for data whose token was right. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly options: unknown;
  /** Present if the command should run as a job: what it works on. */
  readonly subject?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

export const succeeded = (body: unknown): ApiResponse => ({ status: 200, body });

export const fails = (status: number, error: string, more: Omit<Failed, 'error'> = {}): ApiResponse => ({
  status,
  body: { error, ...more } satisfies Failed,
});
