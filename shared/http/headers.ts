/** The part of API Gateway's events that keeps repeated headers apart. */
export interface HeaderSource {
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
}

/** All values of a header, whatever the case of its name. */
export function headerValues({ multiValueHeaders }: HeaderSource, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const found = Object.entries(multiValueHeaders ?? {}).filter(([key]) => key.toLowerCase() === wanted);
  return found.flatMap(([, values]) => values ?? []);
}

/** What stands behind `Bearer` in the one Authorization header; `undefined` when there is none or it has another form. */
export function bearerToken(source: HeaderSource): string | undefined {
  const [value = '', ...others] = headerValues(source, 'authorization');
  return others.length === 0 ? /^bearer +(\S+)$/i.exec(value)?.[1] : undefined;
}
