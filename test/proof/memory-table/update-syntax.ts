import { invalid } from './errors.ts';
import { type OperandSyntax, type PathSyntax, parseOperand, parsePath } from './operands.ts';
import { reader, type Tokens } from './tokens.ts';

export type SourceSyntax =
  | OperandSyntax
  | { readonly kind: 'ifNotExists'; readonly path: PathSyntax; readonly otherwise: OperandSyntax }
  | { readonly kind: 'sum'; readonly parts: readonly [SourceSyntax, SourceSyntax]; readonly sign: 1 | -1 };

/** The change of one attribute. */
export type ActionSyntax =
  | { readonly kind: 'SET'; readonly path: PathSyntax; readonly source: SourceSyntax }
  | { readonly kind: 'REMOVE'; readonly path: PathSyntax }
  | { readonly kind: 'ADD'; readonly path: PathSyntax; readonly added: OperandSyntax };

const ACTIONS = {
  SET: parseAssignment,
  REMOVE: (words: Tokens) => ({ kind: 'REMOVE', path: parsePath(words) }) as const,
  ADD: (words: Tokens) => ({ kind: 'ADD', path: parsePath(words), added: parseValue(words) }) as const,
};
const SECTIONS = ['SET', 'REMOVE', 'ADD'] as const;

export const readUpdate = reader((words: Tokens): readonly ActionSyntax[] => {
  const actions: ActionSyntax[] = [];
  do {
    const section = SECTIONS.find((known) => words.skip(known));
    if (section === undefined) throw words.unexpected();
    if (actions.some(({ kind }) => kind === section)) throw invalid(`The ${section} section can only be used once`);
    actions.push(...words.list<ActionSyntax>(() => ACTIONS[section](words)));
  } while (words.peek().kind !== 'end');
  return actions;
});

function parseAssignment(words: Tokens) {
  const path = parsePath(words);
  words.expect('=');
  const first = parseSource(words);
  const sign = words.skip('+') ? 1 : words.skip('-') ? -1 : undefined;
  if (sign === undefined) return { kind: 'SET', path, source: first } as const;
  return { kind: 'SET', path, source: { kind: 'sum', parts: [first, parseSource(words)], sign } } as const;
}

const parseValue = (words: Tokens): OperandSyntax => ({ kind: 'value', alias: words.take('value') });

function parseSource(words: Tokens): SourceSyntax {
  if (!words.skipCall('if_not_exists')) return parseOperand(words);
  const path = parsePath(words);
  words.expect(',');
  const otherwise = parseOperand(words);
  words.expect(')');
  return { kind: 'ifNotExists', path, otherwise };
}
