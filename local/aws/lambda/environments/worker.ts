import type { Script } from 'node:vm';
import type { FromWorker, FunctionError, Job, WorkerSetup } from './worker-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Runs inside a worker thread as one execution environment of one function, like Lambda's Node runtime. The host passes
 * only the text of this function to the worker, without the types. So the function must not use other names of this
 * file, or imports other than types.
 */
export function runEnvironment(): void {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { readFileSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { dirname, join } = process.getBuiltinModule('node:path');
  const vm = process.getBuiltinModule('node:vm');
  const { parentPort, threadId, workerData } = process.getBuiltinModule('node:worker_threads');

  const HASH_BYTES = 32;
  const setup: WorkerSetup = workerData;
  const tell = (message: FromWorker) => parentPort?.postMessage(message);

  for (const stream of ['stdout', 'stderr'] as const) {
    // Sends each write to the host at once. Otherwise, a worker's streams pass on only the first write until the event
    // loop turns, and a function that is ended in a busy loop would lose its last lines.
    const writeAtOnce = (chunks: readonly { chunk: Buffer | string }[], done: () => void) => {
      for (const { chunk } of chunks) tell({ kind: 'printed', stream, text: chunk.toString() });
      done();
    };
    Object.assign(process[stream], { _writev: writeAtOnce });
  }

  process.on('uncaughtException', (error) => crash(describe(error), 129));
  process.on('unhandledRejection', (reason) =>
    crash({ ...describe(reason), errorType: 'Runtime.UnhandledPromiseRejection' }, 128),
  );
  Reflect.set(globalThis, Symbol.for(setup.overridesKey), setup.overrides);

  let keepCompiled = () => {};
  const handler = load();
  parentPort?.on('message', (job: Job) => void run(job));
  tell({ kind: 'ready' });

  /** Runs the bundle as on Lambda: as CommonJS, without node_modules, and regardless of any package.json above it. */
  function load(): Handler {
    const [file = '', ...exportPath] = setup.handler.split('.');
    const path = join(setup.codeDir, `${file}.js`);
    const module: { exports: unknown } = { exports: {} };
    const run = compiled(path).runInThisContext();
    run(module.exports, createRequire('/var/task/index.js'), module, path, dirname(path));

    const found = exportPath.reduce<unknown>((value, name) => Object(value)[name], module.exports);
    if (!isHandler(found)) throw named('Runtime.HandlerNotFound', `${setup.handler} is undefined or not exported`);
    if (found.length > 2) throw named('Runtime.CallbackHandlerDeprecated', 'Callback handlers are not supported');
    return found;
  }

  /**
   * Compiles a bundle, or loads its compiled code, which makes the start 33 % shorter. Each function has one file of
   * compiled code, so that watching a project does not fill the disk.
   */
  function compiled(path: string): Script {
    const bundle = readFileSync(path, 'utf8');
    const { compiledDir } = setup;
    const file = compiledDir === undefined ? undefined : join(compiledDir, `${setup.functionName}.bundle`);
    const code = file === undefined ? undefined : keptCode(file, bundle);

    const opening = '(function (exports, require, module, __filename, __dirname) {';
    const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const origin = { filename: path, columnOffset: -opening.length, importModuleDynamically };
    const script = new vm.Script(`${opening}${bundle}\n})`, { ...origin, ...(code && { cachedData: code }) });
    if (file !== undefined && script.cachedDataRejected !== false) keepCompiled = () => keep(script, bundle, file);
    return script;
  }

  /**
   * Returns a hash of the source and of the code. V8 itself compares only the length of the source, and may crash on
   * damaged code.
   */
  function hashOf(bundle: string, code: Buffer): Buffer {
    return createHash('sha256').update(bundle).update(code).digest();
  }

  /**
   * Returns the compiled code in the file. Undefined if the file is missing, belongs to another bundle or is damaged.
   */
  function keptCode(file: string, bundle: string): Buffer | undefined {
    try {
      const kept = readFileSync(file);
      const code = kept.subarray(HASH_BYTES);
      return hashOf(bundle, code).equals(kept.subarray(0, HASH_BYTES)) ? code : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores the compiled code for later workers. If that fails, they compile the bundle again. */
  function keep(script: Script, bundle: string, file: string): void {
    const draft = `${file}.${process.pid}.${threadId}`;
    try {
      const code = script.createCachedData();
      writeFileSync(draft, Buffer.concat([hashOf(bundle, code), code]));
      renameSync(draft, file);
    } catch {
      rmSync(draft, { force: true });
    }
  }

  async function run(job: Job) {
    try {
      const response = await handler(JSON.parse(job.event), contextOf(job));
      tell({ kind: 'response', payload: toJson(response) });
      // V8 compiles a function at its first use, so all code of an invocation is compiled only now.
      keepCompiled();
      keepCompiled = () => {};
    } catch (thrown) {
      tell({ kind: 'failed', error: describe(thrown) });
    }
  }

  function contextOf({ requestId }: Job) {
    const deadlineMs = performance.now() + setup.timeoutMs;
    return {
      awsRequestId: requestId,
      callbackWaitsForEmptyEventLoop: true,
      functionName: setup.functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: setup.functionArn,
      logGroupName: `/aws/lambda/${setup.functionName}`,
      logStreamName: setup.logStream,
      memoryLimitInMB: String(setup.memoryMb),
      getRemainingTimeInMillis: () => Math.max(0, Math.round(deadlineMs - performance.now())),
    };
  }

  /** Returns the response as JSON. JSON has no undefined, so a handler that returns nothing responds with null. */
  function toJson(response: unknown): string {
    try {
      return JSON.stringify(response) ?? 'null';
    } catch {
      throw named('Runtime.MarshalError', 'Unable to stringify response body');
    }
  }

  function describe(thrown: unknown): FunctionError {
    if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown) };
    return { errorType: thrown.name, errorMessage: thrown.message, stackTrace: (thrown.stack ?? '').split('\n') };
  }

  function crash(error: FunctionError, exitCode: number): never {
    tell({ kind: 'crashed', error });
    process.exit(exitCode);
  }

  function named(name: string, message: string): Error {
    return Object.assign(new Error(message), { name });
  }

  function isHandler(value: unknown): value is Handler {
    return typeof value === 'function';
  }
}
