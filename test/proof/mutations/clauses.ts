import ts from 'typescript';
import type { Constants } from './constants.ts';
import { collect, type Mutant, mutantAt, type Source, spanOf, syntaxOf } from './mutant.ts';

/**
 * Conditions that are true, or false, for every item, even an absent one: no item has this attribute. Together with
 * them, a clause has no effect. It stays in the text, because DynamoDB rejects values that no expression mentions. A
 * filter must not name a key.
 */
const ALWAYS = 'attribute_not_exists(zz)';
const NEVER = 'attribute_exists(zz)';

/**
 * Returns a mutant for each named clause of each condition, and for each alternative (`… OR …`) of a clause. Throws for
 * a condition that is built in an unknown way, so that no condition is left out.
 */
export function clauseMutants(source: Source, constants: Constants): Mutant[] {
  const syntax = syntaxOf(source);
  const found = collect(syntax, (node) => {
    const condition = conditionIn(node);
    return condition ? clausesOf(condition, syntax, constants) : [];
  });
  // Several conditions may use the same local constant, which gives the same mutants more than once.
  return [...new Map(found.map((mutant) => [`${mutant.start} ${mutant.replacement}`, mutant])).values()];
}

/** The properties whose values are clauses. */
const HOLDERS: ReadonlySet<string> = new Set(['condition', 'filter']);

function conditionIn(node: ts.Node): ts.Expression | undefined {
  if (ts.isShorthandPropertyAssignment(node) && HOLDERS.has(node.name.text)) return node.name;
  return ts.isPropertyAssignment(node) && HOLDERS.has(node.name.getText()) ? node.initializer : undefined;
}

/** Returns mutants for the clauses of an object literal, of both branches of a choice, or of a constant. */
function clausesOf(expression: ts.Expression, syntax: ts.SourceFile, constants: Constants): Mutant[] {
  const inside = (inner: ts.Expression) => clausesOf(inner, syntax, constants);
  if (ts.isParenthesizedExpression(expression)) return inside(expression.expression);
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse].flatMap(inside);
  if (ts.isIdentifier(expression)) {
    const local = localConstant(expression);
    return local ? inside(local) : clausesOfConstant(expression, syntax, constants);
  }
  if (!ts.isObjectLiteralExpression(expression)) throw notUnderstood(expression, syntax);
  return expression.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return inside(property.expression);
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) throw notUnderstood(property, syntax);
    return textMutants(property.name.text, property.initializer, syntax, constants);
  });
}

/** Returns mutants for the use of a constant. Its declaration is shared, so clauses are removed at the use. */
function clausesOfConstant(used: ts.Identifier, syntax: ts.SourceFile, { clauseNames }: Constants): Mutant[] {
  const names = clauseNames.get(used.text);
  if (!names) throw notUnderstood(used, syntax);
  return names.map((name) =>
    mutantAt(syntax, name, spanOf(used), `{ ...${used.text}, ${name}: \`\${${used.text}['${name}']} OR ${ALWAYS}\` }`),
  );
}

/** Returns mutants for the text of a clause: a string, the name of a constant, or a choice between two texts. */
function textMutants(name: string, text: ts.Expression, syntax: ts.SourceFile, constants: Constants): Mutant[] {
  if (ts.isConditionalExpression(text)) {
    const branches = [text.whenTrue, text.whenFalse];
    return branches.flatMap((branch) =>
      textMutants(
        `${name} (${branch === text.whenTrue ? '' : 'not '}${text.condition.getText()})`,
        branch,
        syntax,
        constants,
      ),
    );
  }
  const known = ts.isStringLiteralLike(text) ? text.text : constants.texts.get(text.getText());
  if (known === undefined) throw notUnderstood(text, syntax);
  const alternatives = known.split(' OR ');
  const narrowed = alternatives.length === 1 ? [] : alternatives;
  return [
    mutantAt(syntax, name, spanOf(text), quoted(`${known} OR ${ALWAYS}`)),
    ...narrowed.map((alternative) => {
      const others = alternatives.map((other) => (other === alternative ? `${other} AND ${NEVER}` : other));
      return mutantAt(syntax, `${name}: or ${alternative}`, spanOf(text), quoted(others.join(' OR ')));
    }),
  ];
}

/** Returns the value of a constant inside a function. */
function localConstant({ text, parent }: ts.Identifier): ts.Expression | undefined {
  for (let scope: ts.Node = parent; !ts.isSourceFile(scope); scope = scope.parent) {
    const statements = ts.isBlock(scope) ? scope.statements.filter(ts.isVariableStatement) : [];
    const declared = statements.flatMap(({ declarationList }) => declarationList.declarations);
    const found = declared.find(({ name }) => name.getText() === text);
    if (found) return found.initializer;
  }
  return undefined;
}

const quoted = (text: string) => `'${text}'`;

function notUnderstood(node: ts.Node, syntax: ts.SourceFile): Error {
  const { line } = syntax.getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${syntax.fileName}:${line + 1}: a condition must be made of named clauses: ${node.getText()}`);
}
