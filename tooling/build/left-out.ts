/**
 * Stands in, in every bundle, for parts of the SDK that its clients carry along and that nothing of ours can reach: 27 KB
 * of code that each cold start would read. Should a later SDK reach them after all, it fails at once and says why.
 */
const leftOut = (part: string) => new Error(`${part} was left out: see tooling/build/left-out.ts`);

/** For `@aws-sdk/endpoint-cache`: made by the DynamoDB client, asked by none of its commands. */
export class EndpointCache {
  get(): never {
    throw leftOut('The cache of discovered endpoints');
  }
}

/** For `@smithy/core/event-streams`: operations of DynamoDB, SQS and KMS have none. */
export class EventStreamSerde {
  constructor() {
    throw leftOut('Reading of event streams');
  }
}
export const eventStreamSerdeProvider = (): never => {
  throw leftOut('Reading of event streams');
};
