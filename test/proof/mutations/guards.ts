import ts from 'typescript';
import { collect, type Mutant, mutantAt, type Source, spanOf, syntaxOf } from './mutant.ts';

/** Returns a mutant for each early exit of a function and for each filter. In the mutant, all values pass. */
export function guardMutants(source: Source): Mutant[] {
  const syntax = syntaxOf(source);
  return collect(syntax, (node) => {
    if (isGuard(node)) return [mutantAt(syntax, headOf(node), spanOf(node), ';')];
    if (!ts.isCallExpression(node) || !isFilter(node.expression)) return [];
    const { expression: filter } = node;
    const span = { start: filter.expression.getEnd(), end: node.getEnd() };
    return [
      mutantAt(syntax, `.filter(${shortened(node.arguments.map((given) => given.getText()).join(', '))})`, span, ''),
    ];
  });
}

/**
 * Tells whether the node is `if (…) throw …`, `if (…) return …` or a call of a function that throws, named `throwIf…`.
 * `throw new Error` does not count: it marks a case that cannot happen, and the code after it would fail as well.
 */
function isGuard(node: ts.Node): node is ts.IfStatement | ts.ExpressionStatement {
  if (ts.isExpressionStatement(node)) return node.getText().startsWith('throwIf');
  if (!ts.isIfStatement(node) || node.elseStatement) return false;
  const only = ts.isBlock(node.thenStatement) ? node.thenStatement.statements[0] : node.thenStatement;
  if (only === undefined) return false;
  return (
    ts.isReturnStatement(only) || (ts.isThrowStatement(only) && !only.expression.getText().startsWith('new Error('))
  );
}

const isFilter = (callee: ts.Expression): callee is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(callee) && callee.name.text === 'filter';

const headOf = (node: ts.IfStatement | ts.ExpressionStatement) =>
  shortened(ts.isIfStatement(node) ? `if (${node.expression.getText()})` : node.getText());

const shortened = (text: string) => {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine;
};
