import { join } from 'node:path';
import * as z from 'zod';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { GatewayRequest } from '../aws/api-gateway/gateway.ts';
import type { AlarmStateSince } from '../aws/cloudwatch/alarm-states.ts';
import { type FunctionLog, INVOCATION_FAILED } from '../aws/lambda/invoke.ts';
import type { Publication } from '../aws/sns/sns.ts';
import { FILES } from '../data-dir/file-names.ts';
import { diskWatch } from '../data-dir/full-disk.ts';
import { openServiceLog, parseLogLine } from './service-log.ts';
import type { Terminal } from './terminal.ts';

/** The line that deliver-webhook logs for each attempt. */
const deliveryAttempt = z.object({
  message: z.literal(LOG_MESSAGES.deliveryAttempted),
  callId: z.string(),
  attempt: z.number(),
  status: z.string(),
  outcome: z.string(),
  durationMs: z.number(),
});
const failedInvocation = z.object({ message: z.literal(INVOCATION_FAILED), errorMessage: z.string() });

/**
 * Writes requests, log lines, alarms, messages and faults to the log file. Prints on the terminal what a person needs.
 * The terminal reports a full disk once, without the faults that follow from it. Throws a Problem if the log cannot be
 * opened.
 */
export async function reporter(dataDir: string, nowMs: () => number, terminal: Terminal) {
  const logFile = join(dataDir, FILES.log);
  const disk = diskWatch(dataDir, terminal.say);
  const tellUnlessFull = (fault: unknown) => disk.reportIfFull(fault) || terminal.fault(fault);
  const unwritable = (error: unknown) => new Problem(`The log ${logFile} cannot be written (${causeOf(error)}).`);
  const onStuck = (error: unknown) => disk.reportIfFull(error) || terminal.fault(unwritable(error));
  const log = await openServiceLog(logFile, { nowMs, onStuck }).catch((error: unknown) => {
    throw unwritable(error);
  });
  return {
    logFile,

    request(request: GatewayRequest) {
      log.write({ level: 'INFO', service: 'gateway', message: 'request', ...request });
      terminal.request(request);
    },

    functionLog({ functionName, requestId, line }: FunctionLog) {
      const record = parseLogLine(line);
      log.write({ ...record, service: functionName, ...(requestId && { lambdaRequestId: requestId }) });
      const attempt = deliveryAttempt.safeParse(record);
      if (attempt.success) terminal.attempt(attempt.data);
      const failed = failedInvocation.safeParse(record);
      if (failed.success) tellUnlessFull(`${functionName} failed: ${failed.data.errorMessage}`);
    },

    alarm({ alarm: { name, description }, state, reason }: Pick<AlarmStateSince, 'alarm' | 'state' | 'reason'>) {
      log.write({ level: 'WARN', service: 'cloudwatch', message: 'Alarm', alarm: name, state, reason });
      terminal.say(state === 'ALARM' ? `ALARM ${name}: ${description}` : `${name} is ${state} again`);
    },

    /** Called with each message to a topic. The log leaves out the field `contact`, a person's address. */
    published({ topic, message }: Publication) {
      const { contact: _, ...published } = parseLogLine(message);
      log.write({ level: 'WARN', service: 'sns', message: 'Message published', topic, published });
      terminal.say(`${topic}: ${message}`);
    },

    fault(fault: unknown) {
      const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      log.write({ level: 'ERROR', service: 'host', message: text });
      tellUnlessFull(fault);
    },

    notice(sentence: string) {
      log.write({ level: 'WARN', service: 'host', message: sentence });
      terminal.say(sentence);
    },

    async close() {
      disk.close();
      await log.close();
    },
  };
}
export type Reporter = Awaited<ReturnType<typeof reporter>>;
