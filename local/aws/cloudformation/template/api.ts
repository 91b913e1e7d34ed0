import * as z from 'zod';
import type { ApiMethod, ApiModel, GatewayResponse } from '../stack-model.ts';
import type { FindFunction } from './functions.ts';
import { integration, readIntegration } from './integration.ts';
import type { Stacks } from './stacks.ts';

const notSupported = z.undefined('not supported by the local gateway').optional();

const restApi = z.object({
  Name: z.string().optional(),
  Body: notSupported,
  BodyS3Location: notSupported,
  BinaryMediaTypes: z.array(z.string()).max(0).optional(),
});
const resource = z.object({ ParentId: z.string(), PathPart: z.string() });
const stage = z.object({ StageName: z.string(), Variables: notSupported });
const method = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']).default('NONE'),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.literal(false).optional(),
  RequestValidatorId: notSupported,
  Integration: integration,
});
/** An authorizer with a cache is rejected, because it would accept an API key that was revoked. */
const authorizer = z.object({
  Type: z.literal('REQUEST'),
  AuthorizerUri: z.string(),
  AuthorizerResultTtlInSeconds: z.literal(0),
  IdentitySource: z.literal('').optional(),
});
const gatewayResponse = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

/**
 * Reads the REST API of the stacks. Throws if there is not exactly one, or if the gateway does not emulate a part of
 * the API.
 */
export function readApi(stacks: Stacks, findFunction: FindFunction): ApiModel {
  const [api, ...others] = stacks.ofType('AWS::ApiGateway::RestApi');
  if (!api || others.length > 0) throw new Error(`Expected one REST API, found ${others.length + (api ? 1 : 0)}`);
  const { Name: name = api.logicalId } = api.read(restApi);
  const [stageName] = stacks.ofType('AWS::ApiGateway::Stage').map((found) => found.read(stage).StageName);
  if (stageName === undefined) throw new Error(`${api.logicalId} has no stage`);
  const authorizers = new Map(
    stacks.ofType('AWS::ApiGateway::Authorizer').map((found) => {
      const { AuthorizerUri } = found.read(authorizer);
      return [found.logicalId, findFunction(functionArnIn(AuthorizerUri))] as const;
    }),
  );
  const pathOf = resourcePathFinder(stacks, api.name().attributes['RootResourceId'] ?? '');

  const methods = stacks.ofType('AWS::ApiGateway::Method').map((found): ApiMethod => {
    const { HttpMethod, ResourceId, AuthorizationType, AuthorizerId, Integration } = found.read(method);
    const authorizerFunctionLogicalId = authorizers.get(AuthorizerId ?? '');
    if (AuthorizationType === 'CUSTOM' && authorizerFunctionLogicalId === undefined) {
      throw new Error(`${found.logicalId}: no authorizer ${AuthorizerId}`);
    }
    return {
      method: HttpMethod,
      path: pathOf(ResourceId),
      ...(authorizerFunctionLogicalId === undefined ? {} : { authorizerFunctionLogicalId }),
      integration: readIntegration(found.logicalId, Integration, (uri) => findFunction(functionArnIn(uri))),
    };
  });
  return { id: api.logicalId, name, stageName, methods, gatewayResponses: readGatewayResponses(stacks) };
}

/** Returns the ARN of the function in the URI of an integration or authorizer. Such a URI is a path in Lambda's API. */
function functionArnIn(uri: string): string {
  const arn = /\/functions\/([^/]+)\/invocations$/.exec(uri)?.[1];
  if (arn === undefined) throw new Error(`${uri} does not name a function`);
  return arn;
}

function resourcePathFinder(stacks: Stacks, rootId: string) {
  const nodes = new Map(
    stacks.ofType('AWS::ApiGateway::Resource').map((found) => [found.logicalId, found.read(resource)]),
  );
  const prefix = (id: string): string => {
    if (id === rootId) return '';
    const node = nodes.get(id);
    if (!node) throw new Error(`The API has no resource ${id}`);
    return `${prefix(node.ParentId)}/${node.PathPart}`;
  };
  return (id: string) => prefix(id) || '/';
}

const HEADER = 'gatewayresponse.header.';

const readGatewayResponses = (stacks: Stacks): Record<string, GatewayResponse> =>
  Object.fromEntries(
    stacks.ofType('AWS::ApiGateway::GatewayResponse').map((found) => {
      const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } = found.read(gatewayResponse);
      const headers = Object.entries(ResponseParameters).filter(([name]) => name.startsWith(HEADER));
      return [
        ResponseType,
        {
          ...(StatusCode === undefined ? {} : { status: StatusCode }),
          parameters: Object.fromEntries(headers.map(([name, value]) => [name.slice(HEADER.length), value])),
          template: ResponseTemplates['application/json'] ?? '{"message":$context.error.messageString}',
        },
      ];
    }),
  );
