import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const vector = z.object({
  name: z.string(),
  expected: z.string(),
  header: z.string(),
  body: z.string().optional(),
  bodyBase64: z.base64().optional(),
});
const vectorFile = z.object({
  toleranceSeconds: z.literal(300),
  nowUnixSeconds: z.int(),
  vectors: z.array(vector.extend({ secret: z.string() })),
  vectorsOfSeveralSecrets: z.array(vector.extend({ secrets: z.array(z.string()) })),
  vectorsOfStandardWebhooks: z.array(
    z.object({
      name: z.string(),
      expected: z.enum(['GENUINE', 'REJECTED']),
      secret: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
  ),
});

const file = vectorFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../clients/receiver/vectors.json'), 'utf8')),
);

const bytesOf = ({ body, bodyBase64 = '' }: z.infer<typeof vector>) =>
  body === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body, 'utf8');

/** The vectors with one secret, parsed from the checked-in file as a partner would parse it. */
export const VECTORS = file.vectors.map((entry) => ({ ...entry, bytes: bytesOf(entry) }));
/** The vectors with a list of secrets. */
export const MULTI_SECRET_VECTORS = file.vectorsOfSeveralSecrets.map((entry) => ({ ...entry, bytes: bytesOf(entry) }));
/** The vectors with the headers of Standard Webhooks. */
export const STANDARD_VECTORS = file.vectorsOfStandardWebhooks;
export const NOW_UNIX_SECONDS = file.nowUnixSeconds;
