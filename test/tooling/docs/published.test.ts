import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchPublished, replaceWithPublished } from '../../../tooling/docs/published.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';

const PUBLISHED = gzipSync('published');

describe('the packages that the documentation site offers', () => {
  const host = createServer((request, response) => {
    const isThere = request.url === '/packages/client-1.0.0.tgz';
    const isFaulty = request.url === '/packages/faulty-1.0.0.tgz';
    // This host returns a page for every address, as hosts of single-page applications do.
    response.writeHead(isFaulty ? 503 : 200).end(isThere ? PUBLISHED : '<!doctype html>');
  });
  let docsUrl: string;
  beforeAll(async () => {
    docsUrl = `http://127.0.0.1:${await listen(host, 0)}`;
  });
  afterAll(() => closeServer(host));

  const kept = (file: string, content: Buffer) =>
    replaceWithPublished(new Map([[file, content]]), docsUrl, fetchPublished);

  it('`npm run docs` writes the new content of a package if its version is not yet published', async () => {
    const content = gzipSync('new');
    expect(await kept('client-2.0.0.tgz', content)).toEqual({
      tarballs: new Map([['client-2.0.0.tgz', content]]),
      unchanged: [],
    });
  });

  it('`npm run docs` writes the published content of a package if its version is already published', async () => {
    expect(await kept('client-1.0.0.tgz', gzipSync('changed'))).toEqual({
      tarballs: new Map([['client-1.0.0.tgz', PUBLISHED]]),
      unchanged: ['client-1.0.0.tgz'],
    });
    expect(await kept('client-1.0.0.tgz', PUBLISHED)).toMatchObject({ unchanged: [] });
  });

  it('`npm run docs` writes no package if the documentation site does not say which version is published', async () => {
    await expect(kept('faulty-1.0.0.tgz', PUBLISHED)).rejects.toThrow(/cannot be read.*add --first/);
  });
});
