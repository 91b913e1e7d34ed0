import type { ApiModel, GatewayResponse } from '../cloudformation/stack-model.ts';
import { compileHeaders, fillTemplate, type Variables } from './expressions.ts';
import { GATEWAY_RESPONSES, type GatewayFailure } from './gateway-failure.ts';
import type { WireResponse } from './wire/send.ts';

/**
 * Compiles the template's gateway responses. Returns a function that responds to a failure: with the template's
 * response for the failure's type; otherwise with the template's response for 4xx or 5xx; otherwise with AWS's default.
 */
export function gatewayResponder(declared: ApiModel['gatewayResponses']) {
  const compiled = new Map(Object.entries(declared).map(([type, response]) => [type, compile(response)]));
  const plain = compile({ parameters: {}, template: '{"message":$context.error.messageString}' });

  return ({ type, details }: GatewayFailure, context: Variables): WireResponse => {
    const [ownStatus, message] = GATEWAY_RESPONSES[type];
    const status = details.status ?? ownStatus;
    const response = compiled.get(type) ?? compiled.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX') ?? plain;
    const error = { message: message ?? '', messageString: JSON.stringify(message), responseType: type };
    const variables = { ...context, authorizer: details.authorizer, error };
    return {
      status: response.status ?? status,
      headers: response.headers(variables),
      body: fillTemplate(response.template, variables),
    };
  };
}

const compile = ({ status, parameters, template }: GatewayResponse) => ({
  status,
  template,
  headers: compileHeaders(parameters),
});
