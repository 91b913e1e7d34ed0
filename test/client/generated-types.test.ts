import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { clientTypes } from '../../partner-docs/openapi/client-types.ts';

describe("the client's types", () => {
  it('are up to date: the file is the one that `npm run contract` writes', async () => {
    const path = new URL('../../clients/typescript/src/openapi-types.ts', import.meta.url);
    expect(readFileSync(path, 'utf8')).toBe(await clientTypes());
  });
});
