import { shellWord } from './console/protocol/shell-word.ts';
import type { Target } from './target.ts';

/** Returns the complete command line that runs the command on the target's service. */
export function operatorCommand({ choice: { stack, data } }: Pick<Target, 'choice'>, command: string): string {
  const service = stack === undefined ? `--data ${shellWord(data)}` : `--stack ${shellWord(stack)}`;
  return `npm run -s operator -- ${service} ${command}`;
}
