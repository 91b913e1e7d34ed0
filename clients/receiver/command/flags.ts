import { type ParseArgsConfig, parseArgs, types } from 'node:util';
import { WebhookVerificationError } from '../src/errors.ts';
import { keysOf } from '../src/secret.ts';
import { CALL_ID, CALL_ID_CHARACTERS } from '../src/service-rules.ts';
import { causeOf, WrongCommandLine } from './problem.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const YES = { type: 'boolean' } as const;

export function parseFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    if (!types.isNativeError(error)) throw error;
    // Node's message quotes the argument, which may be a secret.
    if (causeOf(error) === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new WrongCommandLine('Unexpected argument without a flag');
    // Keeps the first sentence of Node's message. The other sentences say how to quote an argument.
    throw new WrongCommandLine(error.message.replace(/(\.\s|\.$|\n).*/s, ''));
  }
}

const wrongFlag = (flag: string, sentence: string) => new WrongCommandLine(`--${flag}: ${sentence}`);

/** Throws if the flag is missing. `what` tells the user what to pass. */
export function requireFlag<Value>(flag: string, value: Value | undefined, what: string): Value {
  if (value === undefined) throw wrongFlag(flag, `is required: ${what}`);
  return value;
}

export function parseWholeNumber(flag: string, text: string, [from, to]: readonly [number, number]): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw wrongFlag(flag, `must be a whole number from ${from} to ${to}`);
}

export function parseHttpUrl(flag: string, text: string): URL {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // The text is not a URL. The error is thrown below.
  }
  throw wrongFlag(flag, 'must be an http or https address, such as http://127.0.0.1:9100/hook');
}

export function parseHostName(flag: string, text: string): string {
  if (/^[\w.-]{1,253}$/.test(text)) return text.toLowerCase();
  throw wrongFlag(flag, 'must be a host name without scheme and port, such as hooks.example.com');
}

export function parseIdentifier(flag: string, text: string): string {
  if (CALL_ID.test(text)) return text;
  throw wrongFlag(flag, `must be 1 to ${CALL_ID_CHARACTERS} printable ASCII characters without spaces`);
}

/** Returns Unix time in milliseconds. The text is `now`, or a time with a time zone. */
export function parseTime(flag: string, text: string, nowMs: number): number {
  if (text === 'now') return nowMs;
  const timeMs = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(timeMs)) return timeMs;
  throw wrongFlag(flag, 'must be a time with its zone, such as 2026-11-22T12:00:00Z, or now');
}

/** The environment variable from which the secrets are read if there is no --secret. */
export const SECRET_VARIABLE = 'WEBHOOK_SECRET';

/**
 * Returns the secrets in --secret or else in `SECRET_VARIABLE`; `undefined` if there are none. Throws if a secret is
 * malformed.
 */
export function signingSecrets(given: readonly string[] | undefined, environment: Environment) {
  const texts = given ?? [environment[SECRET_VARIABLE] || []].flat();
  const secrets = texts.flatMap((text) => text.split(/\s*,\s*/));
  if (secrets.length === 0) return undefined;
  try {
    keysOf(secrets);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw wrongFlag('secret', error.message.replace(/\.$/, ''));
  }
  return secrets;
}

/** Returns the first secret, because a receiver accepts signatures with any of its secrets. */
export function secretToSignWith(given: readonly string[] | undefined, environment: Environment): string {
  const [first] = signingSecrets(given, environment) ?? [];
  return requireFlag(
    'secret',
    first,
    `the secret with which your receiver verifies signatures; or set ${SECRET_VARIABLE}`,
  );
}
