import type { GatewayRequest } from '../api-gateway/gateway.ts';
import type { MetricId } from '../cloudformation/alarm-definition.ts';
import type { Invocation } from '../lambda/invoke.ts';

/** The default of `realMs` is the current time. */
type Add = (metric: MetricId, value: number, realMs?: number) => void;

interface Names {
  readonly apiName: string;
  readonly stageName: string;
}

/** Returns functions that record metrics as AWS's own services would report them. */
export function awsMetrics(add: Add, { apiName, stageName }: Names) {
  const inNamespace =
    (namespace: string, dimensions: MetricId['dimensions']) =>
    (values: Readonly<Record<string, number>>, realMs?: number): void => {
      for (const [name, value] of Object.entries(values)) add({ namespace, name, dimensions }, value, realMs);
    };
  const gateway = inNamespace('AWS/ApiGateway', { ApiName: apiName, Stage: stageName });
  const lambda = (FunctionName: string) => inNamespace('AWS/Lambda', { FunctionName });
  const sqs = (QueueName: string) => inNamespace('AWS/SQS', { QueueName });

  return {
    request({ status, durationMs }: Pick<GatewayRequest, 'status' | 'durationMs'>) {
      const hundreds = Math.floor(status / 100);
      gateway({
        Count: 1,
        Latency: durationMs,
        '4XXError': hundreds === 4 ? 1 : 0,
        '5XXError': hundreds === 5 ? 1 : 0,
      });
    },
    /** `Throttles` is always 0, because an invocation waits for an environment instead. */
    invocation({ functionName, durationMs, failed }: Invocation) {
      const duration = durationMs === undefined ? {} : { Duration: durationMs };
      lambda(functionName)({ Invocations: 1, Errors: failed ? 1 : 0, Throttles: 0, ...duration });
    },
    iteratorAge: (functionName: string, ageMs: number) => lambda(functionName)({ IteratorAge: ageMs }),
    messagesReceived: (queueName: string, count: number) => sqs(queueName)({ NumberOfMessagesReceived: count }),
    messagesDeleted: (queueName: string, count: number) => sqs(queueName)({ NumberOfMessagesDeleted: count }),
    /** Call this with the measurements of a queue, at least once in each minute of the alarms. */
    queue: (queueName: string, gauges: Readonly<Record<string, number>>, realMs: number) =>
      sqs(queueName)(gauges, realMs),
  };
}
