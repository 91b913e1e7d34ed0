import { randomBytes } from 'node:crypto';
import { LOCAL_OVERRIDES, type LocalOverrides } from '../../../../shared/config/local-overrides.ts';
import type { FunctionModel } from '../../cloudformation/stack-model.ts';
import type { WorkerSetup } from './worker-messages.ts';

export function workerSetup(
  fn: FunctionModel,
  {
    overrides,
    compiledDir,
  }: { readonly overrides: Partial<LocalOverrides>; readonly compiledDir?: string | undefined },
): WorkerSetup {
  return {
    functionName: fn.name,
    functionArn: fn.arn,
    memoryMb: fn.memoryMb,
    timeoutMs: fn.timeoutMs,
    logStream: `local/[$LATEST]${randomBytes(16).toString('hex')}`,
    codeDir: fn.codeDir,
    handler: fn.handler,
    compiledDir,
    overridesKey: Symbol.keyFor(LOCAL_OVERRIDES) ?? '',
    overrides,
  };
}

/** Replaces the SDK's settings files, so that the SDK does not read the settings in the user's home folder. */
const NO_FILE = '/dev/null';

/** Returns variables that Lambda sets itself, and variables that hide the user's settings of the SDK. */
export const reservedVariables = (fn: FunctionModel, logStream: string) => ({
  AWS_CONFIG_FILE: NO_FILE,
  AWS_SHARED_CREDENTIALS_FILE: NO_FILE,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: fn.name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: logStream,
  LAMBDA_TASK_ROOT: fn.codeDir,
  LANG: 'en_US.UTF-8',
  _HANDLER: fn.handler,
});
