import type { Target } from './target.ts';

/** Returns a command as a person types it for the same service. */
export function operatorCommand({ choice: { stack, data } }: Pick<Target, 'choice'>, command: string): string {
  const service = stack === undefined ? `--data ${shellWord(data)}` : `--stack ${stack}`;
  return `npm run -s operator -- ${service} ${command}`;
}

/** Quotes the text as one word of a POSIX shell. */
const shellWord = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
