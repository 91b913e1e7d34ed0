import type { APIGatewayEventRequestContext, APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ACCOUNT, REGION } from '../../../tooling/local-service.ts';
import type { ApiModel } from '../cloudformation/stack-model.ts';
import type { Match } from './router.ts';
import { firstHeader, type Incoming, lastValues } from './wire/incoming.ts';

/** `resourcePath` is empty if the gateway itself responds. */
export const requestContext = (
  { id, stageName }: Pick<ApiModel, 'id' | 'stageName'>,
  incoming: Incoming,
  resourcePath: string,
): APIGatewayEventRequestContext => ({
  accountId: ACCOUNT,
  apiId: id,
  authorizer: undefined,
  protocol: incoming.protocol,
  httpMethod: incoming.httpMethod,
  identity: {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp: incoming.sourceIp,
    user: null,
    userAgent: firstHeader(incoming, 'user-agent') ?? null,
    userArn: null,
  },
  path: incoming.path,
  stage: stageName,
  requestId: incoming.requestId,
  extendedRequestId: incoming.requestId,
  requestTimeEpoch: incoming.receivedAtMs,
  resourceId: resourcePath,
  resourcePath,
});

export type Context = ReturnType<typeof requestContext>;

type Matched = Pick<Match, 'pathParameters'> & { readonly method: Pick<Match['method'], 'path'> };

/**
 * Returns the event for an endpoint. API Gateway sends an endpoint `null` if there are no parameters, but sends an
 * authorizer `{}`.
 */
export const endpointEvent = (
  incoming: Incoming,
  { method, pathParameters }: Matched,
  context: Context,
  body: string,
): APIGatewayProxyEvent => ({
  ...commonFields(incoming, method),
  queryStringParameters: orNull(lastValues(incoming.query)),
  multiValueQueryStringParameters: orNull(incoming.query),
  pathParameters: orNull(pathParameters),
  stageVariables: null,
  requestContext: context,
  body: body === '' ? null : body,
  isBase64Encoded: false,
});

export const authorizerEvent = (
  incoming: Incoming,
  { method, pathParameters }: Matched,
  context: Context,
): APIGatewayRequestAuthorizerEvent => ({
  type: 'REQUEST',
  methodArn: methodArn(incoming, context),
  ...commonFields(incoming, method),
  queryStringParameters: lastValues(incoming.query),
  multiValueQueryStringParameters: incoming.query,
  pathParameters,
  stageVariables: {},
  requestContext: { ...context, authorizer: undefined },
});

const commonFields = (incoming: Incoming, { path }: Matched['method']) => ({
  resource: path,
  path: incoming.path,
  httpMethod: incoming.httpMethod,
  headers: lastValues(incoming.headers),
  multiValueHeaders: incoming.headers,
});

const methodArn = ({ httpMethod, path }: Incoming, { apiId, stage }: Context) =>
  `arn:aws:execute-api:${REGION}:${ACCOUNT}:${apiId}/${stage}/${httpMethod}${path}`;

const orNull = <T extends object>(map: T): T | null => (Object.keys(map).length === 0 ? null : map);
