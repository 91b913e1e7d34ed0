import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { projectDir } from '../../../tooling/project-dir.ts';

export interface Asset {
  readonly type: string;
  readonly content: string;
}

export interface Assets {
  /** The HTML document of all pages. */
  readonly document: Asset;
  /** The files that the document loads, by path. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Builds the script and the style sheet of the pages, and reads the other files that browsers load. */
export async function buildAssets(root = projectDir()): Promise<Assets> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const [page, script, style, icon] = await Promise.all([
    read('operator/console/assets/index.html'),
    buildScript(root),
    buildStyle(read),
    read('partner-docs/site/assets/icon.svg'),
  ]);
  return {
    document: { type: 'text/html; charset=utf-8', content: page },
    files: new Map([
      ['/console.js', { type: 'text/javascript; charset=utf-8', content: script }],
      ['/console.css', { type: 'text/css; charset=utf-8', content: style }],
      ['/icon.svg', { type: 'image/svg+xml', content: icon }],
    ]),
  };
}

/** Later style sheets override earlier ones. */
const STYLES = ['text', 'controls', 'tables', 'charts', 'frame', 'pages'];

async function buildStyle(read: (path: string) => Promise<string>): Promise<string> {
  const own = STYLES.map((name) => `operator/console/assets/styles/${name}.css`);
  const [sheets, { transform }] = await Promise.all([
    Promise.all(['partner-docs/site/assets/base.css', ...own].map(read)),
    import('esbuild'),
  ]);
  return (await transform(sheets.join('\n'), { loader: 'css', minify: true })).code;
}

/** What esbuild needs to build the script of the pages. */
export const scriptOptions = (root: string) =>
  ({
    absWorkingDir: root,
    entryPoints: ['operator/console/browser/main.tsx'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    logLevel: 'silent',
  }) satisfies BuildOptions;

async function buildScript(root: string): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build(scriptOptions(root));
  return outputFiles[0]?.text ?? '';
}
