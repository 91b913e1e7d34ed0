import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newDataDir, removeDataDir, type Service, startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { freshTree } from '../../tooling/deploy/fresh-tree.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HANDLER = 'functions/whoami/handler.ts';

const tree = freshTree(['clients', 'local', 'operator', 'partner-docs', 'package-lock.json', 'openapi.json']);
const dataDir = newDataDir();
let service: Service;

beforeAll(async () => {
  // The copied tree has the same sources, so it can use this output. If there is no output, the service synthesizes its
  // stacks first.
  const synthesized = join(ROOT, 'cdk.out/local');
  if (existsSync(synthesized)) cpSync(synthesized, join(tree.root, 'cdk.out/local'), { recursive: true });
  service = await startService(dataDir, ['--watch'], {
    root: tree.root,
    through: [],
    readyFile: join(dataDir, 'ready.json'),
  });
});
afterAll(async () => {
  await service?.stop();
  removeDataDir(dataDir);
  tree.remove();
});

const nameOfCaller = async () => {
  const { baseUrl, demo } = service.ready;
  const response = await fetch(`${baseUrl}/v1/whoami`, { headers: { Authorization: `Bearer ${demo.apiKey}` } });
  return JSON.parse(await response.text()).name;
};
const untilSaid = (text: string) => until(() => service.output().includes(text));

it('`npm start -- --watch` continues to serve the previous code if a change cannot be built', async () => {
  expect(await nameOfCaller()).toBe('Demo');
  // The first build would serve a change that is made before its end, and say so without the file's name.
  await untilSaid('Watching the folders functions and shared: ');
  tree.edit(HANDLER, 'name: caller.partnerName', "name: 'changed'");
  await untilSaid(`${HANDLER}: served by whoami (`);
  expect(await nameOfCaller()).toBe('changed');

  tree.edit(HANDLER, "name: 'changed'", 'name: =');
  await untilSaid(`${HANDLER}:9:`);
  expect(await nameOfCaller()).toBe('changed');
});
