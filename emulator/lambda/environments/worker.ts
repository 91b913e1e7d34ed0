import type { FromWorker, FunctionError, Job, WorkerSetup } from './messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Runs inside a worker thread, as one execution environment of one function, like Lambda's Node runtime. The host
 * passes only the text of this function to the worker, because Node has already removed the types from that text. So
 * the function must not use imports other than types, or other names of this file.
 */
export function runEnvironment(): void {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { existsSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { dirname, join } = process.getBuiltinModule('node:path');
  const { constants, Script } = process.getBuiltinModule('node:vm');
  const { parentPort, threadId, workerData } = process.getBuiltinModule('node:worker_threads');

  const setup: WorkerSetup = workerData;
  const tell = (message: FromWorker) => parentPort?.postMessage(message);

  for (const stream of ['stdout', 'stderr'] as const) {
    // Sends each write to the host at once. Without this, a worker's streams pass on only the first write until the
    // event loop turns. If a function were ended in a busy loop, the last lines that it printed would be lost.
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

  /** Runs the bundle as on Lambda: as CommonJS, whatever package.json lies above it, and without node_modules. */
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
   * Compiles a bundle, or reads its compiled code, which saves a third of the start. The name of the file is a hash of
   * the bundle, because V8 compares only the length. The file begins with a hash of the rest, because V8 may crash on
   * damaged code.
   */
  function compiled(path: string) {
    const hashOf = (data: Buffer | string) => createHash('sha256').update(data).digest();
    const bundle = readFileSync(path, 'utf8');
    const { compiledDir } = setup;
    const file = compiledDir === undefined ? undefined : join(compiledDir, `${hashOf(bundle).toString('hex')}.bundle`);
    const kept = file !== undefined && existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const [hash, code] = [kept.subarray(0, 32), kept.subarray(32)];
    const cachedData = hashOf(code).equals(hash) ? { cachedData: code } : {};

    const opening = '(function (exports, require, module, __filename, __dirname) {';
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const origin = { filename: path, columnOffset: -opening.length, importModuleDynamically };
    const script = new Script(`${opening}${bundle}\n})`, { ...origin, ...cachedData });
    if (file !== undefined && script.cachedDataRejected !== false) keepCompiled = () => keep(script, file);
    return script;

    function keep(compiledScript: typeof script, keptFile: string): void {
      keepCompiled = () => {};
      const draft = `${keptFile}.${process.pid}.${threadId}`;
      try {
        const compiledCode = compiledScript.createCachedData();
        writeFileSync(draft, Buffer.concat([hashOf(compiledCode), compiledCode]));
        renameSync(draft, keptFile);
      } catch {
        // Later workers compile the bundle again.
      }
    }
  }

  async function run(job: Job) {
    try {
      const response = await handler(JSON.parse(job.event), contextOf(job));
      tell({ kind: 'response', payload: toJson(response) });
      // Only after an invocation, V8 has compiled the functions that an invocation needs.
      keepCompiled();
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

  /** JSON has no undefined, so a handler that returns nothing responds with null. */
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
