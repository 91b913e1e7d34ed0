import { AUTHORIZATION } from '../contract/credential-forms.ts';

/** The part of API Gateway's events that keeps repeated headers separate. */
export interface HeaderSource {
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
}

/** Returns all values of a header. Upper and lower case in the name do not matter. */
export function headerValues({ multiValueHeaders }: HeaderSource, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const found = Object.entries(multiValueHeaders ?? {}).filter(([key]) => key.toLowerCase() === wanted);
  return found.flatMap(([, values]) => values ?? []);
}

/**
 * Returns the token after `Bearer`; `undefined` unless there is exactly one Authorization header, in Bearer form.
 */
export function bearerToken(source: HeaderSource): string | undefined {
  const [value = '', ...others] = headerValues(source, 'authorization');
  return others.length === 0 ? AUTHORIZATION.exec(value)?.[1] : undefined;
}
