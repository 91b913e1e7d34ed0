import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const vectorFile = z.object({
  toleranceSeconds: z.literal(300),
  nowUnixSeconds: z.int(),
  vectors: z.array(
    z.object({
      name: z.string(),
      expected: z.string(),
      secret: z.string(),
      header: z.string(),
      body: z.string().optional(),
      bodyBase64: z.base64().optional(),
    }),
  ),
});

const file = vectorFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../clients/receiver/vectors.json'), 'utf8')),
);

/** The checked-in file, read as a stranger to its making would. */
export const VECTORS = file.vectors.map(({ body, bodyBase64 = '', ...rest }) => ({
  ...rest,
  bytes: body === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body, 'utf8'),
}));
export const NOW_UNIX_SECONDS = file.nowUnixSeconds;
