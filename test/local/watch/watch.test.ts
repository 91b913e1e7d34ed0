import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWatch, type Watch } from '../../../local/watch/watch.ts';
import { buildBundles } from '../../../tooling/build/bundles.ts';
import { until } from '../../support/until.ts';
import { functionModel } from '../aws/stack-parts.ts';

describe('`npm start -- --watch` in a project with two functions', () => {
  let root: string;
  let said: string[];
  let replaced: string[];
  let faults: unknown[];
  let watch: Watch;

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const aFunction = (name: string) =>
    functionModel(name, { logicalId: `Fn-${name}`, codeDir: join(root, 'built', name) });
  const codeOf = (name: string) => readFileSync(join(root, 'data', name, 'index.js'), 'utf8');
  const untilSaid = (text: string) => until(() => said.find((sentence) => sentence.includes(text)));

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'watched-'));
    [said, replaced, faults] = [[], [], []];
    write('shared/greeting.ts', "export const greeting = 'hello';\n");
    write('shared/routes.ts', 'export const routes = 1;\n');
    for (const name of ['one', 'two']) {
      const imports = "import { greeting } from '../../shared/greeting.ts';\n";
      write(`functions/${name}/index.ts`, `${imports}export const handler = () => greeting + '${name}';\n`);
    }
    write('bin/cdk-app.ts', "import '../lib/stack.ts';\n");
    write('lib/stack.ts', "import '../shared/routes.ts';\nexport const stack = 1;\n");
    write('bin/local.ts', "import '../local/host.ts';\nimport '../operator/console.ts';\n");
    write('operator/console.ts', 'export const console = 1;\n');
    write('local/host.ts', 'export const host = 1;\n');
    write('cdk.json', '{}');
    await buildBundles(join(root, 'built'), root);
    watch = await startWatch({
      root,
      functions: [aFunction('one'), aFunction('two')],
      folder: join(root, 'data'),
      replaceCode: async (logicalId, codeDir) => void replaced.push(`${logicalId} ${codeDir.slice(root.length)}`),
      say: (sentence) => void said.push(sentence),
      onFault: (fault) => void faults.push(fault),
    });
    await untilSaid('Watching');
  });
  afterEach(async () => {
    await watch.close();
    rmSync(root, { recursive: true });
    expect(faults).toEqual([]);
  });

  it('the file watcher of `npm start` replaces no code while no file changes', () => {
    expect(said).toEqual(['Watching the folders functions and shared: no function changed']);
    expect(replaced).toEqual([]);
  });

  it('the file watcher replaces only the code and the source map of the changed function', async () => {
    write('functions/one/index.ts', "export const handler = () => 'changed';\n");
    await untilSaid('functions/one/index.ts: served by one (');
    expect(replaced).toEqual(['Fn-one /data/one']);
    expect(codeOf('one')).toContain('changed');
    const map = JSON.parse(readFileSync(join(root, 'data/one/index.js.map'), 'utf8'));
    expect(map.sources).toEqual(['../../../functions/one/index.ts']);
  });

  it('the file watcher replaces all functions that use a changed file', async () => {
    write('shared/.greeting.ts.swp', "export const greeting = 'good day';\n");
    renameSync(join(root, 'shared/.greeting.ts.swp'), join(root, 'shared/greeting.ts'));
    await untilSaid('shared/greeting.ts: served by one, two (');
    expect(replaced).toEqual(['Fn-one /data/one', 'Fn-two /data/two']);
  });

  it('the file watcher reports the position of a build error', async () => {
    write('functions/one/index.ts', 'export const handler = = 1;\n');
    await untilSaid('functions/one/index.ts:1:24: Unexpected "=" (the previous version still runs)');
    write('functions/two/index.ts', "export const handler = () => 'two changed';\n");
    await until(() => said.length === 3);
    expect(replaced).toEqual([]);
    write('functions/one/index.ts', "export const handler = () => 'mended';\n");
    await untilSaid('functions/one/index.ts: served by one, two (');
    expect(codeOf('one')).toContain('mended');
    expect(codeOf('two')).toContain('two changed');
  });

  it('the file watcher reports a change that alters the code of no function', async () => {
    write('shared/greeting.ts', "/** Said first. */\nexport const greeting = 'hello';\n");
    await untilSaid('shared/greeting.ts: no function changed');
    expect(replaced).toEqual([]);
  });

  it('the file watcher notices changes in a folder that did not exist at the start', async () => {
    write('shared/new/words.ts', "export const word = 'brand new';\n");
    write(
      'functions/one/index.ts',
      "import { word } from '../../shared/new/words.ts';\nexport const handler = () => word;\n",
    );
    await untilSaid('served by one (');
    write('shared/new/words.ts', "export const word = 'newer still';\n");
    await untilSaid('shared/new/words.ts: served by one (');
    expect(codeOf('one')).toContain('newer still');
  });

  it('the file watcher notices changes in a folder that was deleted and created again', async () => {
    const greet = (greeting: string) => write('shared/new/greeting.ts', `export const greeting = '${greeting}';\n`);
    greet('first');
    write(
      'functions/one/index.ts',
      "import { greeting } from '../../shared/new/greeting.ts';\nexport const handler = () => greeting;\n",
    );
    await until(() => replaced.length > 0 && codeOf('one').includes('first'));
    rmSync(join(root, 'shared/new'), { recursive: true });
    await untilSaid('Could not resolve');
    greet('second');
    await until(() => codeOf('one').includes('second'));
    greet('third');
    await until(() => codeOf('one').includes('third'));
  });

  it('the file watcher notices changes in a watched folder that was deleted and created again', async () => {
    rmSync(join(root, 'shared'), { recursive: true });
    await untilSaid('Could not resolve');
    write('shared/greeting.ts', "export const greeting = 'second';\n");
    await until(() => replaced.length > 0 && codeOf('one').includes('second'));
    write('shared/greeting.ts', "export const greeting = 'third';\n");
    await until(() => codeOf('one').includes('third'));
  });

  it.each([
    ['lib/stack.ts', 'the stack'],
    ['cdk.json', 'the stack'],
    ['shared/routes.ts', 'the stack'],
    ['local/host.ts', 'the host'],
    ['operator/console.ts', 'the host'],
  ])(
    'the file watcher reports that a change of %s needs a restart because the file belongs to %s',
    async (file, part) => {
      write(file, `${readFileSync(join(root, file), 'utf8')}\n`);
      await untilSaid(`${file} belongs to ${part}: restart the service to apply the change`);
    },
  );

  it('the file watcher ignores the temporary files of editors', async () => {
    for (const draft of ['.#index.ts', 'index.ts~', '.index.ts.swp']) write(`functions/one/${draft}`, 'not code');
    write('functions/two/index.ts', "export const handler = () => 'last';\n");
    await untilSaid('served by two (');
    expect(said).toHaveLength(2);
  });
});
