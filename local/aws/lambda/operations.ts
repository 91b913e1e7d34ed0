import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { FunctionModel } from '../cloudformation/stack-model.ts';
import { functionConfiguration, mappingConfiguration } from './api-shapes.ts';
import type { Invoke } from './invoke.ts';
import type { MappingControl } from './mapping-control.ts';

export interface LambdaApiSettings {
  readonly functions: readonly FunctionModel[];
  readonly invoke: Invoke;
  readonly mappings: MappingControl;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. Absent if the response has none. */
  readonly body?: unknown;
}

export interface ApiRequest {
  /** The variable part of the path, decoded. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An error response of Lambda. The SDK throws an error with the name in `type`. */
export class LambdaFault extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** The largest event of a synchronous and of an asynchronous invocation, in bytes. */
const EVENT_LIMIT_BYTES = { RequestResponse: 6_291_456, Event: 1_048_576 };
const invocationType = z.enum(['RequestResponse', 'Event', 'DryRun']).default('RequestResponse');
const mappingUpdate = z.object({ Enabled: z.boolean() });

export function operationsOf({ functions, invoke, mappings }: LambdaApiSettings) {
  const functionNamed = (name: string) => {
    const plain = name.split(':function:').at(-1)?.split(':')[0];
    const fn = functions.find((candidate) => candidate.name === plain);
    if (!fn) throw new LambdaFault(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    return fn;
  };
  const mappingOf = (id: string) => {
    const found = mappings.list().find((view) => view.id === id);
    if (!found) throw new LambdaFault(404, 'ResourceNotFoundException', 'The resource you requested does not exist.');
    return found;
  };

  const invocation = async ({ name, headers, body }: ApiRequest): Promise<ApiResponse> => {
    const { logicalId } = functionNamed(name);
    const type = invocationType.parse(headers['x-amz-invocation-type']);
    const event = invocationEvent(body, type);
    if (type === 'DryRun') return { status: 204 };
    if (type === 'Event') {
      void invoke(logicalId, event);
      return { status: 202 };
    }
    const result = await invoke(logicalId, event);
    const executed = { 'x-amz-executed-version': '$LATEST' };
    if (result.ok) return { status: 200, headers: executed, body: result.payload };
    return { status: 200, headers: { ...executed, 'x-amz-function-error': 'Unhandled' }, body: result.error };
  };

  const list = ({ query }: ApiRequest): ApiResponse => {
    const fn = query.get('FunctionName');
    const source = query.get('EventSourceArn');
    const wanted = mappings
      .list()
      .filter((view) => fn === null || view.functionName === functionNamed(fn).name)
      .filter((view) => source === null || view.eventSourceArn === source);
    return { status: 200, body: { EventSourceMappings: wanted.map(mappingConfiguration) } };
  };

  const update = async ({ name, body }: ApiRequest): Promise<ApiResponse> => {
    const { id } = mappingOf(name);
    await mappings.setEnabled(id, mappingUpdate.parse(JSON.parse(body)).Enabled);
    return { status: 202, body: mappingConfiguration(mappingOf(id)) };
  };

  const functionsPath = '/2015-03-31/functions';
  const mappingsPath = '/2015-03-31/event-source-mappings';
  const operation = (
    method: string,
    path: string,
    run: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>,
  ) => ({
    method,
    path: new RegExp(`^${path}/?$`),
    run,
  });
  return [
    operation('POST', `${functionsPath}/([^/]+)/invocations`, invocation),
    operation('GET', `${functionsPath}/([^/]+)`, ({ name }) => ({
      status: 200,
      body: { Configuration: functionConfiguration(functionNamed(name)) },
    })),
    operation('GET', mappingsPath, list),
    operation('GET', `${mappingsPath}/([^/]+)`, ({ name }) => ({
      status: 200,
      body: mappingConfiguration(mappingOf(name)),
    })),
    operation('PUT', `${mappingsPath}/([^/]+)`, update),
  ];
}

function invocationEvent(body: string, type: z.infer<typeof invocationType>): unknown {
  const limit = EVENT_LIMIT_BYTES[type === 'Event' ? 'Event' : 'RequestResponse'];
  if (Buffer.byteLength(body) > limit) {
    throw new LambdaFault(413, 'RequestTooLargeException', `Request must be smaller than ${limit} bytes`);
  }
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    throw new LambdaFault(400, 'InvalidRequestContentException', 'Could not parse request body into json');
  }
}
