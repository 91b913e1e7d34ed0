import { AuthorizationType, type IResource, MockIntegration, PassthroughBehavior } from 'aws-cdk-lib/aws-apigateway';
import { COMMON_HEADERS, notFoundBody } from './gateway-responses.ts';

const NOT_FOUND_STATUS = '404';

/**
 * Adds a 404 for every method that this resource does not have. Otherwise, API Gateway would take a Bearer header on an
 * unknown path for a broken AWS signature, and the response might not be a 404.
 */
export function addNotFoundMethod(resource: IResource): void {
  const header = (name: string) => `method.response.header.${name}`;
  const names = Object.keys(COMMON_HEADERS);
  resource.addMethod(
    'ANY',
    new MockIntegration({
      // With NEVER, API Gateway rejects a content type other than `application/json` (UNSUPPORTED_MEDIA_TYPE).
      // Otherwise, API Gateway would use the body in place of `requestTemplates`.
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': JSON.stringify({ statusCode: Number(NOT_FOUND_STATUS) }) },
      integrationResponses: [
        {
          statusCode: NOT_FOUND_STATUS,
          responseTemplates: { 'application/json': notFoundBody },
          responseParameters: Object.fromEntries(
            Object.entries(COMMON_HEADERS).map(([name, value]) => [header(name), value]),
          ),
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: NOT_FOUND_STATUS,
          responseParameters: Object.fromEntries(names.map((name) => [header(name), true])),
        },
      ],
    },
  );
}
