import {
  AccessLogFormat,
  AccessLogField as field,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { logGroupName } from '../functions/logs.ts';
import { ACCESS_LOG } from '../stages.ts';

/**
 * The access log has at most one JSON line per request, also for requests that reach no function. A line has the route
 * but not the path, because an unknown path can contain anything. Headers and query are left out, because they contain
 * keys and cursors. The caller's address is logged, because nothing else is known about a caller without a valid key.
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
    /** The TLS version of the connection, such as `TLSv1.3`. CDK has no name for this variable. */
    tls: '$context.tlsVersion',
    /** The type of a gateway response: THROTTLED, WAF_FILTERED, INTEGRATION_TIMEOUT, … */
    gatewayResponse: field.contextErrorResponseType(),
    latencyMs: field.contextResponseLatency(),
    authorizerLatencyMs: field.contextAuthorizerLatency(),
    integrationLatencyMs: field.contextIntegrationLatency(),
    traceId: field.contextXrayTraceId(),
  }),
);

export function accessLog(scope: Construct, stage: string): StageOptions {
  const logGroup = LogGroup.fromLogGroupName(scope, 'AccessLog', logGroupName(stage, ACCESS_LOG));
  return {
    accessLogDestination: new LogGroupLogDestination(logGroup),
    accessLogFormat: ACCESS_LOG_FORMAT,
    // There is no execution log, because API Gateway's error texts can quote the Authorization header.
    loggingLevel: MethodLoggingLevel.OFF,
    dataTraceEnabled: false,
  };
}
