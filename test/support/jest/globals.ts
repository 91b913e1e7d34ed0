/** Replaces `@jest/globals`, which works only in Jest's own module registry. The runner has already set the globals. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } =
  globalThis as unknown as typeof import('@jest/globals');
