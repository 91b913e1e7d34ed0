import {
  AccessLogFormat,
  AccessLogField as field,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ACCESS_LOG, logGroupName } from '../functions/logs.ts';
import type { StageSettings } from '../stages.ts';

/**
 * One JSON line per request, also of those that reach no function. The route, never the path: on an unknown path anything
 * may stand. No header and no query: there are key and cursor. The address is that of a partner's server, and all that is
 * known of a caller without a valid key.
 */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: field.contextRequestId(),
    time: field.contextRequestTimeEpoch(),
    sourceIp: field.contextIdentitySourceIp(),
    partnerId: field.contextAuthorizer('partnerId'),
    method: field.contextHttpMethod(),
    route: field.contextResourcePath(),
    status: field.contextStatus(),
    /** Which answer of API Gateway's own it was, if it was one: THROTTLED, WAF_FILTERED, INTEGRATION_TIMEOUT, … */
    gatewayResponse: field.contextErrorResponseType(),
    latencyMs: field.contextResponseLatency(),
    authorizerLatencyMs: field.contextAuthorizerLatency(),
    integrationLatencyMs: field.contextIntegrationLatency(),
    traceId: field.contextXrayTraceId(),
  }),
);

/** How API Gateway runs the API of a stage, besides its routes. */
export function apiStage(scope: Construct, { stage, throttle }: StageSettings): StageOptions {
  const logGroup = LogGroup.fromLogGroupName(scope, 'AccessLog', logGroupName(stage, ACCESS_LOG));
  return {
    stageName: stage,
    accessLogDestination: new LogGroupLogDestination(logGroup),
    accessLogFormat: ACCESS_LOG_FORMAT,
    // No execution log: API Gateway's own error texts can quote the Authorization header.
    loggingLevel: MethodLoggingLevel.OFF,
    dataTraceEnabled: false,
    tracingEnabled: true,
    throttlingRateLimit: throttle.requestsPerSecond,
    throttlingBurstLimit: throttle.burst,
  };
}
