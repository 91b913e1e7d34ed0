import { Duration } from 'aws-cdk-lib';
import {
  EndpointType,
  type IResource,
  LambdaIntegration,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { ROUTES } from '../../shared/contract/routes.ts';
import { stagePrefix } from '../../shared/names/stage-names.ts';
import { acceptFinding } from '../accepted-findings.ts';
import { ServiceFunction, type StageContext } from '../functions/service-function.ts';
import type { StageSettings } from '../stages.ts';
import { accessLog } from './access-log.ts';
import { addNotFoundMethod } from './catch-all.ts';
import { acceptsAwsAddress, CustomDomain } from './custom-domain.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { requireTls12 } from './tls-versions.ts';
import { sampleTraces } from './trace-sampling.ts';
import { WebAcl } from './web-acl.ts';

/** The API: all routes of the contract behind the authorizer, with one function each, and a catch-all for the rest. */
export class PublicApi extends Construct {
  /** The contract's `{base_url}`, without a slash at the end. */
  readonly url: string;
  /** API Gateway's own URL of the API. It rejects requests if the API has its own domain. */
  readonly executeApiUrl: string;
  /** The name of the API, which CloudWatch's metrics have as a dimension. */
  readonly name: string;
  readonly stageName: string;

  constructor(scope: Construct, id: string, context: StageContext) {
    super(scope, id);
    const { settings } = context;
    const { stage, domain, shield, throttle } = settings;
    const api = new RestApi(this, 'Api', {
      restApiName: stagePrefix(stage),
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      deployOptions: {
        stageName: stage,
        ...accessLog(this, stage),
        tracingEnabled: true,
        throttlingRateLimit: throttle.requestsPerSecond,
        throttlingBurstLimit: throttle.burst,
      },
      disableExecuteApiEndpoint: !acceptsAwsAddress(settings),
      // Another stack sets API Gateway's role for logs (account-log-role.ts).
      cloudWatchRole: false,
    });
    // Removes an output that CDK adds by default. The stack has its own outputs.
    api.node.tryRemoveChild('Endpoint');
    requireTls12(api);
    const host = `${api.restApiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}`;
    this.executeApiUrl = `https://${host}/${stage}`;
    this.url = domain ? `https://${domain.name}` : this.executeApiUrl;
    this.name = api.restApiName;
    this.stageName = api.deploymentStage.stageName;
    if (domain) new CustomDomain(this, 'Domain', api, domain);
    if (shield) new WebAcl(this, 'Shield', api.deploymentStage, shield);
    sampleTraces(api, stage);
    addGatewayResponses(api);
    acceptFindings(api, settings);

    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: new ServiceFunction(this, 'authorizer', context).live,
      // The authorizer also runs for a request without an Authorization header, because such a request counts towards
      // the rate limit.
      identitySources: [],
      // No cache: the authorizer reads the key of each request consistently (`findApiKey`), so a revoked key fails at once.
      resultsCacheTtl: Duration.seconds(0),
    });

    for (const { method, path, action } of ROUTES) {
      const handler = new ServiceFunction(this, action, context);
      const integration = new LambdaIntegration(handler.live, { allowTestInvoke: false });
      api.root.resourceForPath(path).addMethod(method, integration, { authorizer });
    }
    api.root.addResource('{proxy+}');
    for (const resource of resourcesUnder(api.root)) addNotFoundMethod(resource);
  }
}

function acceptFindings(api: RestApi, { shield }: StageSettings): void {
  acceptFinding(
    api,
    'APIG2',
    'Each endpoint validates its requests itself, because API Gateway cannot check all rules of the contract',
  );
  acceptFinding(
    api,
    'APIG4',
    'Only the catch-all methods have no authorizer; they return 404, or 400 if the content type is not application/json',
  );
  acceptFinding(api, 'COG4', 'Partners have API keys, not user accounts; our own authorizer checks them');
  acceptFinding(
    api,
    'APIG6',
    'Errors in execution logs can quote the Authorization header; the access log has what we need',
  );
  if (!shield) acceptFinding(api, 'APIG3', 'Only stages with the settings of prod pay for WAF');
}

/** Returns the resource and everything below it. */
const resourcesUnder = (resource: IResource): IResource[] => [
  resource,
  ...resource.node.children.filter(isResource).flatMap(resourcesUnder),
];

const isResource = (child: object): child is IResource => 'resourceForPath' in child;
