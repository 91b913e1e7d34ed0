import type { Options, RouteName } from '../protocol/routes.ts';
import { isSafeToPaste, shellWord } from '../protocol/shell-word.ts';

/**
 * Returns the line that a person types to run the command, after `operator`, the words that begin it. Returns undefined
 * if an option is not safe to paste into a terminal: some come from the address, which anyone may have written.
 */
export function commandLine(operator: string, name: RouteName, options: Options = {}): string | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  if (!given.every(([, value]) => isSafeToPaste(String(value)))) return undefined;
  const flags = given.flatMap(([key, value]) => {
    const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, shellWord(String(value))];
  });
  return [operator, name, ...flags].join(' ');
}
