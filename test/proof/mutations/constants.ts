import ts from 'typescript';
import { type Source, syntaxOf } from './mutant.ts';

/** Top-level constants of the store's modules: objects of clauses, and condition texts. */
export interface Constants {
  /** `isNew` → the names of its clauses. */
  readonly clauseNames: ReadonlyMap<string, readonly string[]>;
  /** `PENDING` → the text of its condition. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Finds constants by name alone; it does not follow imports to tell two constants of one name apart. Throws if two text
 * constants have the same name but different texts.
 */
export function constantsOf(sources: readonly Source[]): Constants {
  const clauseNames = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const { name, initializer } of sources.flatMap(topConstants)) {
    if (ts.isStringLiteralLike(initializer)) once(texts, name, initializer.text);
    if (ts.isObjectLiteralExpression(initializer)) {
      const names = initializer.properties.map((property) => property.name?.getText() ?? '…');
      clauseNames.set(name, names);
    }
  }
  return { clauseNames, texts };
}

function once(texts: Map<string, string>, name: string, text: string): void {
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two constants of the store are named ${name}`);
  texts.set(name, text);
}

const topConstants = (source: Source) =>
  syntaxOf(source).statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name, initializer }) =>
          initializer && ts.isIdentifier(name) ? [{ name: name.text, initializer }] : [],
        )
      : [],
  );
