/** Names, settings and files that the local service and its tools share. */
import * as z from 'zod';

/** The region in every local name and ARN. The engines serve one region and one account. */
export const REGION = 'eu-west-1';
export const ACCOUNT = '000000000000';

const credentials = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** The access key that every port of the running service needs. Each start makes a new one. */
export type Credentials = z.infer<typeof credentials>;

/**
 * Returns the settings of an SDK client for a port of the service. The access key is copied, because the SDK adds a
 * property to it.
 */
export const clientSettings = (endpoint: string, access: Credentials) => ({
  endpoint,
  region: REGION,
  credentials: { ...access },
});

/** The name of the ready file in the data folder, which exists while the service runs. */
export const SERVICE_FILE = 'service.json';

/** The name of the file with the console's port and token in the data folder. Only its owner can read it. */
export const CONSOLE_FILE = 'console.json';

/** The age in days at which a log is rotated. The previous file is kept, so there is always at least this much. */
export const LOG_DAYS = 1;
export const previousOf = (logFile: string) => `${logFile}.1`;

/** The content of the ready file: where tools find the parts of the running service. */
export const serviceFile = z.object({
  pid: z.int().positive(),
  dynamodbEndpoint: z.string(),
  sqsEndpoint: z.string(),
  /** The endpoint of Lambda's API, through which tools invoke the shipped bundles. */
  lambdaEndpoint: z.string(),
  kmsEndpoint: z.string(),
  cloudwatchEndpoint: z.string(),
  credentials,
  /** The path of the service's log. The previous log is `previousOf(logFile)`. */
  logFile: z.string(),
  stackName: z.string(),
  /** The outputs of the service stack, by name. */
  outputs: z.record(z.string(), z.string()),
  /** How far `--time-offset-seconds` moved the clock of the functions. */
  clockOffsetMs: z.number().default(0),
  /** When the service started, by the real clock. */
  startedAtMs: z.number().optional(),
  /** The time between two runs of the sweep. */
  sweepPeriodMs: z.number(),
});
export type ServiceFile = z.infer<typeof serviceFile>;
