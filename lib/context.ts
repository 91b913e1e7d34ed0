import type { Node } from 'constructs';

/**
 * `commit` is the commit that `npm run deploy` deploys. The stack has an output for it. `expiresAt` makes the stage a
 * temporary one.
 */
const KNOWN = ['stage', 'commit', 'expiresAt'];

/**
 * Throws on context keys that nobody reads. Otherwise `-c stgae=prod` would deploy dev without a warning. CDK's own
 * keys and cached look-ups, which begin with @ or contain a colon, are accepted.
 */
export function rejectUnknownContext(node: Node): void {
  const context: Readonly<Record<string, unknown>> = node.getAllContext();
  const unknown = Object.keys(context).filter((key) => !/^@|:/.test(key) && !KNOWN.includes(key));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown context ${unknown.map((key) => JSON.stringify(key)).join(', ')}: only "stage", "commit" and "expiresAt" are known`,
    );
  }
}
