import { Duration } from 'aws-cdk-lib';
import {
  EndpointType,
  type IResource,
  LambdaIntegration,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { ROUTES } from '../shared/contract/routes.ts';
import { answerNotFound } from './catch-all.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { ServiceFunction, type StageContext } from './service-function.ts';
import { TIMEOUT_SECONDS } from './timing.ts';

/** Every route of the contract behind the authorizer, one function each; 404 for everything else. */
export class PublicApi extends Construct {
  /** Without a slash at the end: the contract's `{base_url}`. */
  readonly url: string;

  constructor(scope: Construct, id: string, context: StageContext) {
    super(scope, id);
    const api = new RestApi(this, 'Api', {
      restApiName: `partner-lines-${context.stage}`,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      deployOptions: { stageName: context.stage },
      cloudWatchRole: false,
    });
    // CDK adds it unasked; the stack has named outputs of its own.
    api.node.tryRemoveChild('Endpoint');
    this.url = `https://${api.restApiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}/${context.stage}`;
    addGatewayResponses(api);

    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: new ServiceFunction(this, 'authorizer', context, {
        timeoutSeconds: TIMEOUT_SECONDS.authorizer,
        memoryMb: 1024,
      }).live,
      // Every request is asked about, those without an Authorization header too: each of them counts.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });

    for (const { method, path, action } of ROUTES) {
      const handler = new ServiceFunction(this, action, context, {
        timeoutSeconds: TIMEOUT_SECONDS.endpoint,
        memoryMb: 1024,
      });
      const integration = new LambdaIntegration(handler.live, { allowTestInvoke: false });
      api.root.resourceForPath(path).addMethod(method, integration, { authorizer });
    }
    api.root.addResource('{proxy+}');
    for (const resource of resourcesUnder(api.root)) answerNotFound(resource);
  }
}

/** The resource and everything below it. */
const resourcesUnder = (resource: IResource): IResource[] => [
  resource,
  ...resource.node.children.filter(isResource).flatMap(resourcesUnder),
];

const isResource = (child: object): child is IResource => 'resourceForPath' in child;
