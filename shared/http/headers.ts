/** The part of API Gateway's events that keeps repeated headers apart. */
export interface HeaderSource {
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
}

/** All values of a header, whatever the case of its name. */
export const headerValues = ({ multiValueHeaders }: HeaderSource, name: string): readonly string[] =>
  Object.entries(multiValueHeaders ?? {}).flatMap(([key, values]) =>
    key.toLowerCase() === name.toLowerCase() ? (values ?? []) : [],
  );

/** What stands behind `Bearer` in the one Authorization header; `undefined` when there is none or it has another form. */
export function bearerToken(source: HeaderSource): string | undefined {
  const [value = '', ...others] = headerValues(source, 'authorization');
  return others.length === 0 ? /^bearer +(\S+)$/i.exec(value)?.[1] : undefined;
}
