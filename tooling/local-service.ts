/** What the local service and the tools that work on it know of each other. */
import * as z from 'zod';

/** Of every name and ARN. The engines serve one region and one account. */
export const REGION = 'eu-west-1';
export const ACCOUNT = '000000000000';

/** No engine checks them; the SDK demands some. */
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** The settings of an SDK client for one of the engines. */
export const clientSettings = (endpoint: string) => ({ endpoint, region: REGION, credentials: CREDENTIALS });

/** In the data folder of a running service. */
export const SERVICE_FILE = 'service.json';

/** What tools read from it: where everything of the running service is. */
export const serviceFile = z.object({
  /** The host's. */
  pid: z.int().positive(),
  dynamodbEndpoint: z.string(),
  sqsEndpoint: z.string(),
  /** Lambda's API: tools run the shipped bundles through it. */
  lambdaEndpoint: z.string(),
  kmsEndpoint: z.string(),
  cloudwatchEndpoint: z.string(),
  stackName: z.string(),
  /** Of the service stack, by name. */
  outputs: z.record(z.string(), z.string()),
  /** How far `--time-offset-seconds` moved the clock of the functions. */
  clockOffsetMs: z.number().default(0),
  /** How often the sweeper runs. */
  sweepPeriodMs: z.number(),
});
export type ServiceFile = z.infer<typeof serviceFile>;
