export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Returns the request of a form, without its empty fields. */
export function requestOf(form: HTMLFormElement, key: string): ApiRequest {
  const filled = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-in]')]
    .map(({ name, value, dataset }) => ({ name, value: value.trim(), where: dataset['in'] }))
    .filter(({ value }) => value !== '');
  const entriesIn = (place: string) =>
    filled.filter(({ where }) => where === place).map(({ name, value }): [string, string] => [name, value]);

  const { method = 'GET', path: template = '' } = form.dataset;
  const path = entriesIn('path').reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const query = new URLSearchParams(entriesIn('query'));
  const [body] = entriesIn('body').map(([, value]) => value);
  return {
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...Object.fromEntries(entriesIn('header')),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Returns a request as a curl command. The command has the variables BASE_URL and API_KEY, so it does not show the key. In
 * the path, `!` becomes `%21`, because a shell expands `!` even in double quotes.
 */
export function curlOf({ method, path, headers, body }: ApiRequest): string {
  const words = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${path.replaceAll('!', '%21')}"`,
    ...Object.entries(headers).map(([name, value]) =>
      name === 'Authorization' ? '-H "Authorization: Bearer $API_KEY"' : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return words.join(' \\\n  ');
}
