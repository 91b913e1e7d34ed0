import { join } from 'node:path';
import type { KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { SCOPES } from '../shared/contract/routes.ts';
import { hashOfKey } from '../shared/domain/partners/api-key.ts';
import { issueSigningSecret } from '../shared/secrets/signing-secrets.ts';
import { findApiKey } from '../shared/store/partners/api-keys.ts';
import { createPartner } from '../shared/store/partners/creation.ts';
import type { Table } from '../shared/store/table/connect.ts';
import { FILES } from './data-dir/file-names.ts';
import { readStoredJson, writeAtomically } from './data-dir/stored-file.ts';
import type { PrintedAtStart } from './reporting/terminal.ts';

export type DemoPartner = PrintedAtStart['demo'];
const demoPartner: z.ZodType<DemoPartner> = z.object({ partnerId: z.string(), apiKey: z.string() });

interface Deps {
  readonly table: Table;
  readonly kms: KMSClient;
  readonly kmsKeyId: string;
  readonly nowMs: () => number;
  readonly say: (sentence: string) => void;
}

/**
 * Returns the demo partner, with which a user tries the service. The first start creates it, and later starts return
 * the same partner and key. If the key was rotated or revoked, or its file is missing or damaged, a start creates a
 * new partner, so that the printed key works.
 */
export async function findOrCreateDemoPartner(dataDir: string, deps: Deps): Promise<DemoPartner> {
  const { table, kms, kmsKeyId, nowMs, say } = deps;
  const file = join(dataDir, FILES.demoPartner);
  const { value: known, damaged } = readStoredJson(file, demoPartner);
  if (damaged)
    say(`${file} was damaged, so there is a new demo partner. The old demo partner is still in the list of partners.`);
  const key = known && (await findApiKey(table, hashOfKey(known.apiKey)));
  if (known && key?.keyState === 'active') return known;

  const issueSecret = issueSigningSecret(kms, kmsKeyId);
  const created = await createPartner({ table, issueSecret, nowMs }, { name: 'Demo', scopes: SCOPES });
  const demo = { partnerId: created.partner.partnerId, apiKey: created.apiKey };
  await writeAtomically(file, JSON.stringify(demo));
  return demo;
}
