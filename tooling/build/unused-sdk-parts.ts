/**
 * Replacements for parts of the SDK that its clients include and that our code cannot reach. Without these parts, each
 * bundle is 27 KB smaller, which makes cold starts faster. If a later SDK uses such a part, the function fails at once
 * with an error that names it.
 */
const leftOut = (part: string) => new Error(`${part} was left out: see tooling/build/unused-sdk-parts.ts`);

/** Replaces `@aws-sdk/endpoint-cache`. The DynamoDB client creates this cache, but no DynamoDB command uses it. */
export class EndpointCache {
  get(): never {
    throw leftOut('The cache of discovered endpoints');
  }
}

/** Replaces `@smithy/core/event-streams`. No operation that our functions use has an event stream. */
export class EventStreamSerde {
  constructor() {
    throw leftOut('Reading of event streams');
  }
}
export const eventStreamSerdeProvider = (): never => {
  throw leftOut('Reading of event streams');
};
/** Lambda's client calls this when it is created, for an operation that no function uses. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
