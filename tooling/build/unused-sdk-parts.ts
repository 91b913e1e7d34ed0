/**
 * Replacements for parts of the SDK that its clients include, but that our code does not use. They make most bundles 27
 * KB smaller, and cold starts faster. If a later SDK uses such a part, the function fails with an error that names the
 * part.
 */
const leftOutError = (part: string) =>
  new Error(`${part} was left out of the bundle: see tooling/build/unused-sdk-parts.ts`);

/** Replaces `@aws-sdk/endpoint-cache`. The DynamoDB client creates this cache, but no DynamoDB command uses it. */
export class EndpointCache {
  get(): never {
    throw leftOutError('The cache of discovered endpoints');
  }
}

/** Replaces `@smithy/core/event-streams`. No operation that our functions use has an event stream. */
export class EventStreamSerde {
  constructor() {
    throw leftOutError('Reading of event streams');
  }
}
export const eventStreamSerdeProvider = (): never => {
  throw leftOutError('Reading of event streams');
};
/** The constructor of Lambda's client runs this function, for an operation that our functions do not use. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
