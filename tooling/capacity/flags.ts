import * as z from 'zod';
import { SUMMARY_LIMIT_BYTES } from '../../shared/contract/calls/calls.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { argumentsOf, wrongCommandLine } from '../command-line/arguments.ts';
import { DEFAULT_LOAD, type Load, minLargestPartnerShare, REQUESTS_PERCENT, zipfLargestPartnerShare } from './load.ts';

const COMMAND = 'npm run capacity';

export const USAGE = `${COMMAND} -- --calls-per-hour N --partners N [flags]
  says which settings a load needs, which limit the load reaches first, and what it costs a month
  --calls-per-hour N         finished calls in an hour, on average over the month
  --partners N               partners with a webhook
  --peak FACTOR              calls in the busiest second, as a multiple of the average (default: ${DEFAULT_LOAD.peak})
  --summary-bytes B          bytes of a summary (default: ${DEFAULT_LOAD.summaryBytes})
  --failing SHARE            share of calls whose receiver does not respond, 0 to 1 (default: ${DEFAULT_LOAD.failingShare})
  --receiver-ms MS           how long a receiver takes to respond (default: ${DEFAULT_LOAD.receiverMs})
  --largest-partner SHARE    share of calls of the largest partner, 0 to 1 (default: by Zipf's law)
  --api-requests-per-hour N  requests of partners to the API (default: ${REQUESTS_PERCENT} % of the calls)
  --look-ups-per-call N      look-ups of a line per call, below 1 if the voice platform keeps copies (default: ${DEFAULT_LOAD.lookUpsPerCall})
  --queued SHARE             share of calls that come through the queue intake, 0 to 1 (default: ${DEFAULT_LOAD.queuedShare})
  --json                     print the plan as JSON`;

const text = { type: 'string' } as const;
const OPTIONS = {
  'calls-per-hour': text,
  partners: text,
  peak: text,
  'summary-bytes': text,
  failing: text,
  'receiver-ms': text,
  'largest-partner': text,
  'api-requests-per-hour': text,
  'look-ups-per-call': text,
  queued: text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const MOST_CALLS = 1_000_000_000;

/** Accepts only digits and one decimal point, to reject typing errors such as `1e3` and `1,000`. */
const number = (least: number, most: number) => {
  const error = `must be a number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,9})?$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};
const wholeNumber = (least: number, most: number) =>
  number(least, most).refine(Number.isInteger, { error: `must be a whole number from ${least} to ${most}` });
const required = (schema: z.ZodType<number, string>) => z.string({ error: 'is missing' }).pipe(schema);

const flags = z.object({
  'calls-per-hour': required(number(1, MOST_CALLS)),
  partners: required(wholeNumber(1, 100_000)),
  peak: number(1, 100).default(DEFAULT_LOAD.peak),
  'summary-bytes': wholeNumber(1, SUMMARY_LIMIT_BYTES).default(DEFAULT_LOAD.summaryBytes),
  failing: number(0, 1).default(DEFAULT_LOAD.failingShare),
  'receiver-ms': number(1, RESPONSE_LIMIT_MS - 1).default(DEFAULT_LOAD.receiverMs),
  'largest-partner': number(0, 1).optional(),
  'api-requests-per-hour': number(0, MOST_CALLS).optional(),
  'look-ups-per-call': number(0, 100).default(DEFAULT_LOAD.lookUpsPerCall),
  queued: number(0, 1).default(DEFAULT_LOAD.queuedShare),
});

interface Asked {
  readonly load: Load;
  readonly isJson: boolean;
}

/** Returns undefined if the command line asks for help. */
export function parseFlags(args: readonly string[]): Asked | undefined {
  const { help, json, ...values } = argumentsOf(args, OPTIONS, COMMAND);
  if (help) return undefined;
  const { success, data, error } = flags.safeParse(values);
  if (!success) {
    const [issue] = error.issues;
    throw wrongCommandLine(`--${issue?.path.join('.')} ${issue?.message}`, COMMAND);
  }
  const { partners, 'calls-per-hour': callsPerHour, 'largest-partner': largest } = data;
  const least = minLargestPartnerShare(partners);
  if (largest !== undefined && largest < least) {
    throw wrongCommandLine(`--largest-partner must be at least ${Math.ceil(least * 1_000) / 1_000}`, COMMAND);
  }
  return {
    isJson: json,
    load: {
      callsPerHour,
      partners,
      peak: data.peak,
      summaryBytes: data['summary-bytes'],
      failingShare: data.failing,
      receiverMs: data['receiver-ms'],
      largestPartnerShare: largest ?? zipfLargestPartnerShare(partners),
      apiRequestsPerHour: data['api-requests-per-hour'] ?? (callsPerHour * REQUESTS_PERCENT) / 100,
      lookUpsPerCall: data['look-ups-per-call'],
      queuedShare: data.queued,
    },
  };
}
