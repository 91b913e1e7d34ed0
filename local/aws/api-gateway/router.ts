import type { ApiMethod } from '../cloudformation/stack-model.ts';

export interface Match {
  readonly method: ApiMethod;
  /** Values of the path parameters by name, percent-encoded as in the request. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly children: Map<string, Node>;
  parameter?: { readonly name: string; readonly node: Node };
  greedy?: { readonly name: string; readonly node: Node };
  readonly methods: Map<string, ApiMethod>;
}
type Values = readonly (readonly [name: string, value: string])[];

/**
 * Compiles the resource tree. On each level, a literal segment beats a parameter, and a parameter beats `{proxy+}`.
 * Only the path selects the resource: if that resource lacks the method, no less specific resource is tried.
 */
export function compileRoutes(methods: readonly ApiMethod[]) {
  const root = newNode();
  for (const method of methods) findOrAddNode(root, method.path).methods.set(method.method, method);
  return (httpMethod: string, path: string): Match | undefined => {
    const found = findRoute(root, segmentsOf(path), 0, []);
    const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY');
    return method && found ? { method, pathParameters: Object.fromEntries(found.values) } : undefined;
  };
}

const newNode = (): Node => ({ children: new Map(), methods: new Map() });

/** A trailing slash is ignored. */
const segmentsOf = (path: string) => {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
};

function findOrAddNode(root: Node, path: string): Node {
  let node = root;
  for (const segment of segmentsOf(path)) {
    const [, name, plus] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) {
      const child = node.children.get(segment) ?? newNode();
      node.children.set(segment, child);
      node = child;
    } else if (plus) {
      node.greedy ??= { name, node: newNode() };
      node = node.greedy.node;
    } else {
      node.parameter ??= { name, node: newNode() };
      node = node.parameter.node;
    }
  }
  return node;
}

function findRoute(
  node: Node,
  segments: readonly string[],
  at: number,
  values: Values,
): { node: Node; values: Values } | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size > 0 ? { node, values } : undefined;
  const child = node.children.get(segment);
  const exact = child && findRoute(child, segments, at + 1, values);
  if (exact || segment === '') return exact;
  const { parameter, greedy } = node;
  const single = parameter && findRoute(parameter.node, segments, at + 1, [...values, [parameter.name, segment]]);
  if (single) return single;
  return greedy && { node: greedy.node, values: [...values, [greedy.name, segments.slice(at).join('/')]] };
}
