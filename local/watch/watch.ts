/**
 * `npm start -- --watch` serves a changed function without a restart, also after a change to a shared file. The engines
 * and everything else in the service keep running, with the same data. See `docs/local.md`.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionModel } from '../aws/cloudformation/stack-model.ts';
import type { LambdaHost } from '../aws/lambda/host.ts';
import { type BuiltFunction, openBundler } from './bundler.ts';
import { watchFiles } from './changed-files.ts';
import { FOLDERS_WITHOUT_RESTART, needsNoRestart, partsNeedingRestart, RESTART_PATHS } from './restart.ts';

interface Settings {
  readonly root: string;
  readonly functions: readonly FunctionModel[];
  /** The folder for the bundles that replace those of the stack. Bundles of an earlier run are deleted. */
  readonly folder: string;
  readonly replaceCode: LambdaHost['replaceCode'];
  readonly say: (sentence: string) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface Watch {
  close(): Promise<void>;
}

/**
 * Builds all functions. Then rebuilds and serves changed functions until the watch is closed. Rejects if the project
 * cannot be read.
 */
export async function startWatch({ root, functions, folder, replaceCode, say, onFault }: Settings): Promise<Watch> {
  rmSync(folder, { recursive: true, force: true });
  const [bundler, partOf] = await Promise.all([openBundler(root), partsNeedingRestart(root)]);
  const served = new Map(functions.map(({ name, codeDir }) => [name, readFileSync(join(codeDir, 'index.js'))]));

  /** Serves the functions whose code differs from the code that is served now. Returns their names. */
  const serve = async (built: readonly BuiltFunction[]) => {
    const different = built.filter(({ action, code }) => served.get(action)?.equals(code) === false);
    for (const { action, code, map } of different) {
      mkdirSync(join(folder, action), { recursive: true });
      replaceFile(join(folder, action, 'index.js.map'), map);
      replaceFile(join(folder, action, 'index.js'), code);
      served.set(action, Buffer.from(code));
    }
    const names = different.map(({ action }) => action);
    const replaced = functions.filter(({ name }) => names.includes(name));
    await Promise.all(replaced.map(({ name, logicalId }) => replaceCode(logicalId, join(folder, name))));
    return names;
  };

  const rebuild = async (cause: string, files: readonly string[]) => {
    const startedAtMs = performance.now();
    const built = await bundler.build(files);
    if ('errors' in built) {
      for (const error of built.errors) say(`${error} (the previous version still runs)`);
      return;
    }
    const names = await serve(built.functions);
    const tookMs = Math.round(performance.now() - startedAtMs);
    say(
      names.length === 0 ? `${cause}: no function changed` : `${cause}: served by ${names.join(', ')} (${tookMs} ms)`,
    );
  };

  const tellRestart = (file: string) => {
    const part = partOf(file);
    if (part !== undefined) say(`${file} belongs to ${part}: restart the service to apply the change`);
  };
  let isClosed = false;
  let underWay = rebuild(`Watching the folders ${FOLDERS_WITHOUT_RESTART.join(' and ')}`, []).catch(onFault);
  const onChange = (files: ReadonlySet<string>) => {
    for (const file of files) tellRestart(file);
    const ofFunctions = [...files].filter((file) => needsNoRestart(file) && file.endsWith('.ts'));
    if (ofFunctions.length === 0) return;
    // Builds run one after the other, so that an older build cannot replace a newer one.
    underWay = underWay
      .then(() => (isClosed ? undefined : rebuild(summaryOf(ofFunctions), ofFunctions)))
      .catch(onFault);
  };
  const stopWatching = watchFiles({ root, paths: [...FOLDERS_WITHOUT_RESTART, ...RESTART_PATHS], onChange, onFault });
  return {
    async close() {
      isClosed = true;
      stopWatching();
      await underWay;
      await bundler.close();
    },
  };
}

const summaryOf = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

/**
 * Replaces a file in one step, so that a worker that is starting never reads a mix of the old and the new file. No sync
 * to the disk is needed, because the next run with `--watch` deletes these files.
 */
function replaceFile(file: string, content: Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
