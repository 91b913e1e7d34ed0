import ts from 'typescript';

/** One removal from one source file. */
export interface Mutant {
  /** The name of the removed clause, or the removed code. */
  readonly what: string;
  /** The path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Source {
  readonly file: string;
  readonly text: string;
}

export const syntaxOf = ({ file, text }: Source) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

export function mutantAt(syntax: ts.SourceFile, what: string, span: Span, replacement: string): Mutant {
  const line = syntax.getLineAndCharacterOfPosition(span.start).line + 1;
  return { what, file: syntax.fileName, line, ...span, replacement };
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.getEnd() });

export const applied = ({ start, end, replacement }: Mutant, text: string) =>
  text.slice(0, start) + replacement + text.slice(end);

/** Returns the results of `pick` for every node of the tree, in the order of the source. */
export function collect<T>(root: ts.Node, pick: (node: ts.Node) => readonly T[]): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...pick(node));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
