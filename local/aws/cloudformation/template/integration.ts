import * as z from 'zod';
import type { ApiMethod, MockIntegration } from '../stack-model.ts';

const integrationResponse = z.object({
  StatusCode: z.coerce.number(),
  SelectionPattern: z.string().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

/** The properties of an integration that the emulator reads, with API Gateway's defaults. */
export const integration = z.object({
  Type: z.enum(['AWS_PROXY', 'MOCK']),
  Uri: z.string().optional(),
  TimeoutInMillis: z.number().default(29_000),
  PassthroughBehavior: z.enum(['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER']).default('WHEN_NO_MATCH'),
  RequestTemplates: z.record(z.string(), z.string()).default({}),
  IntegrationResponses: z.array(integrationResponse).default([]),
});
type Integration = z.infer<typeof integration>;

export function readIntegration(
  logicalId: string,
  declared: Integration,
  findFunction: (uri: string) => string,
): ApiMethod['integration'] {
  if (declared.Type === 'MOCK') return readMock(logicalId, declared);
  if (declared.Uri === undefined) throw new Error(`${logicalId}: the integration names no function`);
  return { kind: 'lambda', functionLogicalId: findFunction(declared.Uri), timeoutMs: declared.TimeoutInMillis };
}

/**
 * Reads a mock integration. Its request template sets a status, and the mock returns the integration response whose
 * pattern matches that status, or else the integration response without a pattern. With `WHEN_NO_MATCH`, API Gateway
 * also accepts a request whose content type has no template. The emulator reads no status from the body of such a
 * request, and responds with a configuration error.
 */
function readMock(logicalId: string, declared: Integration): MockIntegration {
  const { IntegrationResponses: responses, RequestTemplates: templates, PassthroughBehavior } = declared;
  const said = /"?statusCode"?\s*:\s*(\d{3})/.exec(Object.values(templates)[0] ?? '')?.[1];
  if (said === undefined) throw new Error(`${logicalId}: the request template of a mock must contain a statusCode`);
  const response =
    responses.find(({ SelectionPattern }) => SelectionPattern && new RegExp(`^(?:${SelectionPattern})$`).test(said)) ??
    responses.find(({ SelectionPattern }) => !SelectionPattern);
  if (!response) throw new Error(`${logicalId}: the mock has no integration response for ${said}`);
  const headers = Object.entries(response.ResponseParameters).map(
    ([name, value]) => [name.replace(/^method\.response\.header\./, ''), value] as const,
  );
  return {
    kind: 'mock',
    status: response.StatusCode,
    headers: Object.fromEntries(headers),
    body: response.ResponseTemplates['application/json'] ?? '',
    contentTypes: Object.keys(templates),
    otherContentType: PassthroughBehavior === 'WHEN_NO_MATCH' ? 'API_CONFIGURATION_ERROR' : 'UNSUPPORTED_MEDIA_TYPE',
  };
}
