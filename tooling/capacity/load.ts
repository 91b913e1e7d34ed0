export interface Load {
  /** Finished calls per hour, on average over the month. */
  readonly callsPerHour: number;
  /** The rate in the busiest second, as a multiple of the average rate. */
  readonly peak: number;
  readonly partners: number;
  readonly summaryBytes: number;
  /** The share of calls whose receiver never responds. All attempts of their deliveries time out. */
  readonly failingShare: number;
  /** How long a receiver takes to respond, on average. lanes.ts has the range of single responses. */
  readonly receiverMs: number;
  /** The largest partner's share of the calls. */
  readonly largestPartnerShare: number;
  readonly apiRequestsPerHour: number;
  /** How many look-ups of a line a call needs. Can be below 1, because the voice platform's client caches lines. */
  readonly lookUpsPerCall: number;
  /** The share of calls that the voice platform hands over through the queue `intake`. */
  readonly queuedShare: number;
}

/** What the planner assumes if only the calls and partners of a load are known. */
export const DEFAULT_LOAD = {
  peak: 3,
  summaryBytes: 500,
  receiverMs: 200,
  failingShare: 0,
  lookUpsPerCall: 1,
  queuedShare: 0,
} as const satisfies Partial<Load>;
/** The default number of API requests, as a percentage of the calls. */
export const REQUESTS_PERCENT = 10;

export const SECONDS_PER_HOUR = 3_600;

export const averageCallsPerSecond = ({ callsPerHour }: Load) => callsPerHour / SECONDS_PER_HOUR;
export const peakCallsPerSecond = (load: Load) => averageCallsPerSecond(load) * load.peak;

/**
 * Returns the largest partner's share of the calls by Zipf's law: the second partner has 50 % of the largest one's
 * calls, the third 33 %, and so on.
 */
export const zipfLargestPartnerShare = (partners: number) => 1 / harmonicNumber(partners);

/** Returns the smallest possible share of the largest partner. Below this share, the second partner would be larger. */
export const minLargestPartnerShare = (partners: number) =>
  zipfLargestPartnerShare(partners) / (2 - zipfLargestPartnerShare(partners));

/** Returns the partners' shares of the calls. The shares after that of the largest partner follow Zipf's law. */
export function sharesOfPartners(load: Load): readonly number[] {
  const shares = known.get(load) ?? computeShares(load);
  known.set(load, shares);
  return shares;
}

/** Caches the partners' shares of the calls, because a search for a limit needs them hundreds of times for one load. */
const known = new WeakMap<Load, readonly number[]>();

function computeShares({ partners, largestPartnerShare }: Load): number[] {
  if (partners === 1) return [1];
  const others = harmonicNumber(partners) - 1;
  const rest = 1 - largestPartnerShare;
  return Array.from({ length: partners }, (_, index) =>
    index === 0 ? largestPartnerShare : rest / (index + 1) / others,
  );
}

function harmonicNumber(count: number): number {
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) sum += 1 / rank;
  return sum;
}
