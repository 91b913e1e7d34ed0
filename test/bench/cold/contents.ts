/** The parts of a bundle. A file belongs to the first part whose pattern matches its path. */
const PARTS: readonly (readonly [part: string, files: RegExp])[] = [
  ['ours', /^(?!.*node_modules\/)/],
  ['undici', /\/undici\//],
  ['zod', /\/zod\//],
  ['powertools', /\/@aws-lambda-powertools\//],
  ['middy', /\/@middy\//],
  ['AWS SDK', /\/(@aws-sdk|@smithy|@aws)\//],
  ['other', /./],
];

export function contentsOf(bytesOf: Readonly<Record<string, number>>): { part: string; bytes: number }[] {
  const sums = new Map<string, number>();
  for (const [file, bytes] of Object.entries(bytesOf)) {
    const part = PARTS.find(([, files]) => files.test(file))?.[0] ?? 'other';
    sums.set(part, (sums.get(part) ?? 0) + bytes);
  }
  return [...sums].map(([part, bytes]) => ({ part, bytes })).sort((one, other) => other.bytes - one.bytes);
}
