import type { Options, RouteName } from '../protocol/routes.ts';
import { shellWord } from '../protocol/shell-word.ts';

/** Returns the line that a person types to run the command, after `operator`, the words that begin it. */
export function commandLine(operator: string, name: RouteName, options: Options = {}): string {
  const flags = Object.entries(options).flatMap(([key, value]) => {
    const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    return value === true ? [flag] : [flag, shellWord(value)];
  });
  return [operator, name, ...flags].join(' ');
}
