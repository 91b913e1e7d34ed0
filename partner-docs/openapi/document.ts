import { CODED_FAILURES } from '../../shared/contract/failures.ts';
import { ROUTES, type Route } from '../../shared/contract/routes.ts';
import type { SiteSettings } from '../site/settings.ts';
import type { JsonSchema } from './components/component.ts';
import { bodyWithSchema, componentSchemas } from './components/schemas.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import { WEBHOOKS } from './event.ts';
import { HEADERS } from './headers.ts';
import { infoOf, SECURITY_SCHEMES, serversOf, TAGS } from './info.ts';
import { OPERATIONS } from './operations.ts';
import { PARAMETERS } from './parameters.ts';
import { responsesOf, sharedResponses } from './responses.ts';
import { STATUS_CATALOGUE } from './status-catalogue.ts';

const error = { type: 'string', minLength: 1, description: 'A sentence for people. Its wording may change.' };

const FAILURE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    description:
      'The code of a failure, for programs to branch on. The catalogue of errors explains each code and says what to do.',
    type: 'string',
    enum: CODED_FAILURES.map(({ code }) => code),
  },
  Failure: {
    description: 'The body of a failure. If `code` is present, branch on it. If not, branch on the status.',
    type: 'object',
    properties: { error, code: { $ref: '#/components/schemas/ErrorCode' } },
    required: ['error'],
  },
  PlainFailure: {
    description: 'The body of a failure without a code. Branch on the status.',
    type: 'object',
    properties: { error },
    required: ['error'],
  },
};

/** The OpenAPI 3.1 document. It is built from the route table, the contract's schemas and the catalogue of errors. */
const openApiDocument = (settings: SiteSettings) => ({
  openapi: '3.1.1',
  info: infoOf(settings),
  servers: serversOf(settings),
  tags: TAGS,
  security: [{ apiKey: [] }],
  paths: paths(),
  webhooks: WEBHOOKS,
  components: {
    securitySchemes: SECURITY_SCHEMES,
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: sharedResponses(),
    schemas: { ...componentSchemas(), ...FAILURE_SCHEMAS },
  },
  'x-error-catalogue': {
    codes: Object.fromEntries(
      CODED_FAILURES.map(({ code, status, sentence }) => [code, { status, ...ERROR_CATALOGUE[code], sentence }]),
    ),
    withoutCode: STATUS_CATALOGUE,
  },
});

/** Returns the text of openapi.json for a service with these settings. */
export const openApiText = (settings: SiteSettings = {}) => `${JSON.stringify(openApiDocument(settings), null, 2)}\n`;

function paths() {
  const byPath = Map.groupBy(ROUTES, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  );
}

function operation({ method, action, scope }: (typeof ROUTES)[number] & Route) {
  const about = OPERATIONS[action];
  const { tag, summary, description, parameters = [], body } = about;
  return {
    operationId: camelCase(action),
    tags: [tag],
    summary,
    description: `${description}\n\n${scope === null ? 'No scope is needed.' : `Scope: \`${scope}\`.`}`,
    ...(scope === null ? {} : { 'x-scope': scope }),
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            description: body.description,
            required: body.required,
            content: bodyWithSchema(body.schema),
          },
        }),
    responses: responsesOf(about, method),
  };
}

const camelCase = (action: string) => action.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
