import type { Options, RouteName } from '../protocol/routes.ts';
import { flagOf, isSafeToPaste, shellWord } from '../protocol/shell-word.ts';

/**
 * Undefined if an option is not safe to paste into a terminal. Options can come from a link that somebody else wrote.
 */
export function commandLine(operator: string, name: RouteName, options: Options = {}): string | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  if (!given.every(([, value]) => isSafeToPaste(String(value)))) return undefined;
  const flags = given.flatMap(([key, value]) =>
    value === true ? [flagOf(key)] : [flagOf(key), shellWord(String(value))],
  );
  return [operator, name, ...flags].join(' ');
}
