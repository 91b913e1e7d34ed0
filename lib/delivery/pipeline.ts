import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MESSAGES_PER_REQUEST, RECORDS_PER_BATCH } from '../../shared/domain/batch-sizes.ts';
import { callsDaysText } from '../../shared/domain/calls/expiry.ts';
import { SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { NEW_DELIVERY_RECORD } from '../../shared/names/table.ts';
import { acceptWildcard } from '../accepted-findings.ts';
import { ServiceFunction, type StageContext } from '../functions/service-function.ts';
import { receiveStatement, sendStatement, streamStatements } from '../policy.ts';

/** The functions, mappings and schedule that record a finished call and deliver its event. */
export class DeliveryPipeline extends Construct {
  readonly recordCall: ServiceFunction;
  readonly relay: ServiceFunction;
  readonly deliver: ServiceFunction;
  readonly sweep: ServiceFunction;
  readonly relayMapping: EventSourceMapping;
  readonly mainMapping: EventSourceMapping;
  readonly slowMapping: EventSourceMapping;
  readonly hungMapping: EventSourceMapping;
  readonly #context: StageContext;

  constructor(scope: Construct, id: string, context: StageContext) {
    super(scope, id);
    this.#context = context;
    const { queues } = context.data;
    const { main, slow, hung } = context.settings.deliveryConcurrency;

    this.recordCall = new ServiceFunction(this, 'record-call', context, {
      environment: { CALLS_DAYS: callsDaysText(context.settings.callsDays) },
    });
    this.relay = this.#relay();
    this.relayMapping = this.#newDeliveriesTo(this.relay);

    this.deliver = new ServiceFunction(this, 'deliver-webhook', context, {
      isInLoop: true,
      alsoMay: [receiveStatement(queues.main, queues.slow, queues.hung)],
    });
    this.mainMapping = this.#wakeUps('Main', queues.main, main);
    this.slowMapping = this.#wakeUps('Slow', queues.slow, slow);
    this.hungMapping = this.#wakeUps('Hung', queues.hung, hung);

    this.sweep = this.#sweepFunction();
  }

  #relay(): ServiceFunction {
    const { data } = this.#context;
    const { table, queues } = data;
    // The ARN is written as in the role's policy, because it comes from another stack.
    acceptWildcard(
      this,
      `${data.exportValue(table.tableArn)}/stream/*`,
      'ListStreams always applies to all streams of a table',
    );
    return new ServiceFunction(this, 'relay', this.#context, {
      // The relay is in a loop: its wake-ups lead to deliveries, deliveries change the table, and the relay reads the
      // table's stream.
      isInLoop: true,
      alsoMay: [...streamStatements(table), sendStatement(queues.relayFailures)],
    });
  }

  /** Makes each new delivery row invoke the relay. If Lambda stops retrying a record, the sweep finds its delivery. */
  #newDeliveriesTo(relay: ServiceFunction): EventSourceMapping {
    const { table, queues } = this.#context.data;
    return new EventSourceMapping(this, 'RelayMapping', {
      target: relay.live,
      ...(table.tableStreamArn === undefined ? {} : { eventSourceArn: table.tableStreamArn }),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: RECORDS_PER_BATCH,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual(NEW_DELIVERY_RECORD.eventName),
          dynamodb: { Keys: { SK: { S: FilterRule.isEqual(NEW_DELIVERY_RECORD.sortKey) } } },
        }),
      ],
      reportBatchItemFailures: true,
      // Isolates a bad record. By default, the record would block its shard until it expires.
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(6),
      onFailure: { bind: () => ({ destination: queues.relayFailures.queueArn }) },
    });
  }

  #wakeUps(lane: 'Main' | 'Slow' | 'Hung', queue: IQueue, maxConcurrency: number): EventSourceMapping {
    return new EventSourceMapping(this, `${lane}Mapping`, {
      target: this.deliver.live,
      eventSourceArn: queue.queueArn,
      batchSize: MESSAGES_PER_REQUEST,
      reportBatchItemFailures: true,
      // Each lane has its own limit, so hanging requests in one lane take no capacity from the others.
      maxConcurrency,
    });
  }

  #sweepFunction(): ServiceFunction {
    const sweep = new ServiceFunction(this, 'sweep', this.#context);
    new Rule(this, 'SweepSchedule', {
      description: 'Wakes deliveries whose wake-up was lost',
      schedule: Schedule.rate(Duration.seconds(SWEEP_PERIOD_MS / 1_000)),
      targets: [new FunctionTarget(sweep.live, { retryAttempts: 0 })],
    });
    return sweep;
  }
}
