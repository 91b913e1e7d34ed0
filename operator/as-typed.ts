import type { Target } from './target.ts';

/** A command as it is to be typed for the same service. */
export function operatorCommand({ choice: { stack, data } }: Pick<Target, 'choice'>, command: string): string {
  const service = stack === undefined ? `--data ${shellWord(data)}` : `--stack ${stack}`;
  return `npm run -s operator -- ${service} ${command}`;
}

/** As one word of a POSIX shell. */
const shellWord = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
