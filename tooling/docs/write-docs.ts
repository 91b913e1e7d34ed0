import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type StageSettings, stageSettings } from '../../lib/stages.ts';
import { downloadsOf } from '../../partner-docs/packages/downloads.ts';
import { pack } from '../../partner-docs/packages/pack.ts';
import type { SiteSettings } from '../../partner-docs/site/settings.ts';
import { buildSite } from '../../partner-docs/site/site.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { exitCodeOf, sentenceOf } from '../command-line/explain-error.ts';
import { fetchPublished, type Kept, replaceWithPublished } from './published.ts';

const COMMAND = 'npm run docs';
const USAGE = `${COMMAND} -- [flags]
  writes the documentation and the packages for partners into dist/docs
  --stage STAGE   with the settings \`docs\` of this stage in lib/stages.ts
  --first         nothing is published yet; without it, packages of published versions stay as they are
  --pages-only    only the pages, which takes a second`;

const OPTIONS = {
  stage: { type: 'string' },
  first: { type: 'boolean', default: false },
  'pages-only': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Runs one command line (without `node` and the script's name) and returns the exit code. */
export async function writeDocs(args: readonly string[], folder: string, { out, err }: Terminal): Promise<number> {
  try {
    const { stage, first, 'pages-only': pagesOnly, help } = argumentsOf(args, OPTIONS, COMMAND);
    if (help) {
      out(USAGE);
      return 0;
    }
    const settings = stage === undefined ? {} : siteSettingsOf(stageSettings(stage));
    const { tarballs, unchanged } = pagesOnly ? NO_PACKAGES : await packagesFor(settings, first);
    writeFiles(folder, [...buildSite(settings, tarballs), ...downloadsOf(tarballs)]);
    out(`${relative(process.cwd(), folder)}/index.html`);
    for (const hint of [...missingSettingHints(settings, stage), ...unchanged.map(whyUnchanged)]) out(hint);
    return 0;
  } catch (error) {
    err(sentenceOf(error, 'The documentation was not written'));
    return exitCodeOf(error);
  }
}

const NO_PACKAGES: Kept = { tarballs: new Map(), unchanged: [] };

async function packagesFor(settings: SiteSettings, isFirst: boolean): Promise<Kept> {
  const tarballs = await pack(settings);
  if (isFirst || settings.docsUrl === undefined) return { tarballs, unchanged: [] };
  return replaceWithPublished(tarballs, settings.docsUrl, fetchPublished);
}

function writeFiles(folder: string, files: Iterable<readonly [name: string, content: string | Buffer]>) {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const whyUnchanged = (file: string) =>
  `${file} is published and stays as it is. To publish its changes, raise the version of the package.`;

/** Settings whose values partners would otherwise have to ask for. */
const ASKED_FOR = ['docsUrl', 'baseUrl', 'company', 'support'] as const;

function missingSettingHints(settings: SiteSettings, stage: string | undefined): readonly string[] {
  const missing = ASKED_FOR.filter((name) => settings[name] === undefined);
  if (stage === undefined || missing.length === 0) return [];
  return [`The pages leave out ${missing.join(', ')}: set them as \`docs\` of the stage ${stage} in lib/stages.ts.`];
}

/** Returns the settings of the pages for partners for a stage. */
export const siteSettingsOf = ({ docs, domain, callsDays }: Pick<StageSettings, 'docs' | 'domain' | 'callsDays'>) => ({
  ...(domain && { baseUrl: `https://${domain.name}` }),
  ...docs,
  callsDays,
});
