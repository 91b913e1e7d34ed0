import type { Node } from 'constructs';

/** `commit` is what `npm run deploy` deploys, for the stack's output of that name. */
const KNOWN = ['stage', 'commit'];

/**
 * CDK's own keys and cached look-ups have a colon or begin with @. What looks like one of ours and is none would be
 * ignored in silence: `-c stgae=prod` would deploy dev.
 */
export function rejectUnknownContext(node: Node): void {
  const context: Readonly<Record<string, unknown>> = node.getAllContext();
  const unknown = Object.keys(context).filter((key) => !/^@|:/.test(key) && !KNOWN.includes(key));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown context ${unknown.map((key) => JSON.stringify(key)).join(', ')}: only "stage" and "commit" are known`,
    );
  }
}
