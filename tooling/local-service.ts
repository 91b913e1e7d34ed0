/** Names, settings and the ready file that the local service and its tools share. */
import * as z from 'zod';

/** The region and account of the local service, as in its ARNs. The engines serve no other. */
export const REGION = 'eu-west-1';
export const ACCOUNT = '000000000000';

const credentials = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** The access key for the ports that stand in for AWS. Each start of the service makes a new access key. */
export type Credentials = z.infer<typeof credentials>;

/** The access key is copied, because the SDK adds a property to the object. */
export const clientSettings = (endpoint: string, access: Credentials) => ({
  endpoint,
  region: REGION,
  credentials: { ...access },
});

/** The content of the ready file: where tools find the parts of the running service. */
export const serviceFile = z.object({
  pid: z.int().positive(),
  dynamodbEndpoint: z.string(),
  sqsEndpoint: z.string(),
  /** The endpoint of Lambda's API, with which tools invoke functions. */
  lambdaEndpoint: z.string(),
  kmsEndpoint: z.string(),
  cloudwatchEndpoint: z.string(),
  credentials,
  /** The path of the service's log. The previous log is `previousLogFile(logFile)`. */
  logFile: z.string(),
  stackName: z.string(),
  /** The outputs of the service stack, by name. */
  outputs: z.record(z.string(), z.string()),
  /** How far `--time-offset-seconds` moved the clock of the functions. */
  clockOffsetMs: z.number().default(0),
  /** When the service started, by the real clock. */
  startedAtMs: z.number().optional(),
  /** How long after the start of a sweep the next sweep starts. */
  sweepPeriodMs: z.number(),
});
export type ServiceFile = z.infer<typeof serviceFile>;
