import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { clientReasons, clientTypes } from '../../../partner-docs/openapi/client-types.ts';

describe("the client's types", () => {
  const written = (file: string) =>
    readFileSync(new URL(`../../../clients/typescript/src/${file}`, import.meta.url), 'utf8');

  it('and its reasons of a 403 are up to date: the files are those that `npm run contract` writes', async () => {
    expect(written('openapi-types.ts')).toBe(await clientTypes());
    expect(written('forbidden-reasons.ts')).toBe(clientReasons());
  });
});
