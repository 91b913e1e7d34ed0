import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the test file that is running. */
let base: string | undefined;

export function removeAssemblies(): void {
  if (base !== undefined) rmSync(base, { recursive: true, force: true });
  base = undefined;
}

/** Writes a cdk.out folder with these templates, as synthesis does. Its only asset has the key `hello.zip`. */
export function assembly(templates: Readonly<Record<string, object>>): string {
  base ??= mkdtempSync(join(tmpdir(), 'template-test-'));
  const dir = mkdtempSync(join(base, 'out-'));
  const write = (file: string, content: object) => writeFileSync(join(dir, file), JSON.stringify(content));
  const stacks = Object.entries(templates).map(([name, template]) => {
    write(`${name}.template.json`, template);
    return [name, { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.template.json` } }] as const;
  });
  write('assets.json', {
    files: {
      hello: { source: { path: 'asset.hello' }, destinations: { here: { objectKey: 'hello.zip' } } },
    },
  });
  write('manifest.json', {
    artifacts: {
      ...Object.fromEntries(stacks),
      assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
    },
  });
  return dir;
}
