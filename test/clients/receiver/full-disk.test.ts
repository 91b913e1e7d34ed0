import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { signatureHeader, signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { SECRET, startSample } from './running-sample.ts';

const PHP_FILE = join(import.meta.dirname, '../../../clients/samples/webhook_receiver.php');
const PROBE = ['php', '--version'] as const;
const isMissing = spawnSync(PROBE[0], [PROBE[1]]).status !== 0;
const itIfInstalled = isMissing ? it.skip : it; // no PHP here: other-languages.test.ts prints that

/** Simulates a full disk: files can be created, but nothing can be written into them. */
const WITHOUT_SPACE = 'trap \'\' XFSZ; ulimit -f 0; exec php -S 127.0.0.1:$PORT "$0"';

itIfInstalled(
  'the PHP sample asks for a retry of an event that it could not store, and leaves no empty file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-'));
    const store = join(folder, 'calls');
    const sample = await startSample(() => ({
      command: 'sh',
      args: ['-c', WITHOUT_SPACE, PHP_FILE],
      env: { STORE: store },
    }));
    try {
      const body = callCompletedBody({ tenantId: 'tn_1', callId: 'call_1', storedAtMs: 0, summary: 'Hello' });
      const headers = { 'X-Service-Signature': signatureHeader(signingKey(SECRET), body, Date.now()) };
      expect([await sample.post(body, headers), await sample.post(body, headers)]).toEqual([500, 500]);
      expect(readdirSync(store)).toEqual([]);
      expect(sample.timesWorked('call_1')).toBe(0);
    } finally {
      await sample.stop();
      rmSync(folder, { recursive: true });
    }
  },
);
