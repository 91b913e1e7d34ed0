import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';
import type { ApiDocument } from '../openapi.ts';
import { headerFields, objectFields } from '../reference/fields.ts';
import { table } from './table.ts';

/**
 * Returns the parts of the page about webhooks that are made from the `webhooks` section of openapi.json: what the
 * service sends to a receiver, and what the service does after each response.
 */
export function webhookParts(api: ApiDocument): Readonly<Record<string, Html>> {
  const headers = api.parametersOf(api.event);
  const body = api.schemaNamed('CallCompleted');
  const example = [
    'POST /your/path HTTP/1.1',
    'Content-Type: application/json',
    ...headers.map(({ name, example: value }) => `${name}: ${value}`),
    '',
    JSON.stringify(body.examples?.[0], null, 2),
  ].join('\n');
  return {
    eventHeaders: html`<p>Each request has these headers, in addition to the usual headers of a JSON request:</p>${headerFields(headers)}`,
    eventExample: codeBlock(example, 'http'),
    eventFields: html`<p>${body.description}</p>${objectFields(body, 'response')}`,
    eventResponses: table(
      ['Your response', 'What the service does'],
      api
        .responsesOf(api.event)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([status, { description }]) => [status.replace('XX', 'xx'), description]),
    ),
  };
}
