import { CfnRestApi, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/** The policy of the API's own domain: TLS 1.2 and 1.3. */
export const DOMAIN_POLICY = SecurityPolicy.TLS_1_2;

/**
 * Rejects TLS 1.0 and 1.1 at the URL that API Gateway assigns to the API. By default, API Gateway accepts both
 * versions. CDK's `RestApi` has no property for the TLS version. `BASIC` does not change how API Gateway routes
 * requests.
 */
export function requireTls12(api: RestApi): void {
  const resource = api.node.defaultChild;
  if (!(resource instanceof CfnRestApi)) throw new Error('The API has no resource AWS::ApiGateway::RestApi');
  resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_2021_06';
  resource.endpointAccessMode = 'BASIC';
}
