/**
 * Reads the new calls of a line from the API, so it needs no webhook. After a restart, it continues where it was:
 * `API_KEY=… BASE_URL=… node follow-calls.ts tn_…`
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { type Call, type CallPosition, type CallPositionStore, PartnerLines } from 'partner-lines-client';

const { API_KEY = '', BASE_URL = '' } = process.env;
const [tenantId = ''] = process.argv.slice(2);

const partnerLines = new PartnerLines({ apiKey: API_KEY, baseUrl: BASE_URL });

for await (const call of partnerLines.followCalls(tenantId, {
  store: inFile(`${tenantId}.position.json`),
  onOutage: (error) => console.error(error.message),
})) {
  processCall(call);
}

/** Process a call twice without harm: a crash may come between this function and the storing of the position. */
function processCall({ callId, startedAt, summary }: Call) {
  console.log(`Call ${callId}, ${startedAt}: ${summary}`);
}

/** Keeps the position in a file. A program with a database stores the position in the transaction of the call. */
function inFile(file: string): CallPositionStore {
  return {
    load() {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as CallPosition;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    save(position) {
      // A random name and `wx`: if others can write to this folder, they cannot plant a link that this call follows.
      const unfinished = `${file}.${randomUUID()}.new`;
      writeFileSync(unfinished, JSON.stringify(position), { mode: 0o600, flag: 'wx' });
      renameSync(unfinished, file);
    },
  };
}
