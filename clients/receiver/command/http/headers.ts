/** Headers by name, in the spelling of the sender. A header that was sent twice has two values. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** These headers are not passed on: they belong to one connection, or Node writes them itself. */
const CONNECTION_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['host', 'content-length'],
]);

/** `rawHeaders` is Node's list, in which names and values alternate. */
export function headersToPassOn(rawHeaders: readonly string[]): Headers {
  const found = new Map<string, { name: string; values: string[] }>();
  rawHeaders.forEach((name, index) => {
    const key = name.toLowerCase();
    if (index % 2 === 1 || CONNECTION_HEADERS.has(key)) return;
    const header = found.get(key) ?? { name, values: [] };
    header.values.push(rawHeaders[index + 1] ?? '');
    found.set(key, header);
  });
  return Object.fromEntries([...found.values()].map(({ name, values }) => [name, values]));
}

/** `name` must be in lower case. The names in `headers` can be in any case. */
export const headerValues = (headers: Headers, name: string): readonly string[] =>
  Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value);
