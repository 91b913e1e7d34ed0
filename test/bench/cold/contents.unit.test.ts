import { expect, it } from '@jest/globals';
import { contentsOf } from './contents.ts';

it('contentsOf adds up the bytes of a bundle per group of packages, and returns the largest group first', () => {
  const parts = contentsOf({
    'shared/http/endpoint.ts': 5,
    'functions/whoami/index.ts': 1,
    'node_modules/zod/v4/core/util.js': 7,
    'node_modules/@smithy/core/dist-es/index.js': 4,
    'node_modules/@aws-sdk/client-dynamodb/dist-es/index.js': 6,
    'node_modules/@aws-lambda-powertools/logger/lib/esm/Logger.js': 2,
    'node_modules/ulid/dist/node/index.js': 3,
  });
  expect(parts).toEqual([
    { part: 'AWS SDK', bytes: 10 },
    { part: 'zod', bytes: 7 },
    { part: 'ours', bytes: 6 },
    { part: 'other', bytes: 3 },
    { part: 'powertools', bytes: 2 },
  ]);
});
