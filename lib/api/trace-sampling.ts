import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { stagePrefix } from '../../shared/names/stage-names.ts';

/**
 * Sets which API requests X-Ray records; the functions behind the API follow that decision. The rule records one
 * request per second and 0.1 % of the others. X-Ray's default rule records one request per second and 5 % of the
 * others. At prod's limit of 400 requests a second, the default rule would cost 15 times as much.
 */
export function sampleTraces(api: RestApi, stage: string): void {
  new CfnSamplingRule(api, 'Sampling', {
    samplingRule: {
      version: 1,
      ruleName: `${stagePrefix(stage)}-api`,
      // X-Ray applies rules with lower numbers first, and its default rule (10,000) last.
      priority: 100,
      serviceType: 'AWS::ApiGateway::Stage',
      serviceName: `${api.restApiName}/${stage}`,
      reservoirSize: 1,
      fixedRate: 0.001,
      resourceArn: '*',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
    },
  });
}
