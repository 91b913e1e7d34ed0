import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const base = join(tmpdir(), `template-test-${process.pid}`);

export const removeAssemblies = () => rmSync(base, { recursive: true, force: true });

/** Writes a cdk.out folder with these templates, as synthesis does. Its only asset has the key `hello.zip`. */
export function assembly(templates: Readonly<Record<string, object>>): string {
  mkdirSync(base, { recursive: true });
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
