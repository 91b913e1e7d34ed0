import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type StageSettings, stageSettings } from '../../lib/stages.ts';
import { downloadsOf } from '../../partner-docs/packages/downloads.ts';
import { pack } from '../../partner-docs/packages/pack.ts';
import type { SiteSettings } from '../../partner-docs/site/settings.ts';
import { buildSite } from '../../partner-docs/site/site.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { errorSentence, exitCodeOf } from '../command-line/explain-error.ts';
import type { Terminal } from '../command-line/run-tool.ts';
import { fetchPublished, type Kept, replaceWithPublished } from './published.ts';

const COMMAND = 'npm run docs';
const USAGE = `${COMMAND} -- [flags]
  writes the documentation and the packages for partners into dist/docs
  --stage STAGE   use the settings of this stage in lib/stages.ts
  --first         do not look for published packages, because there are none yet
  --pages-only    write the pages without the packages, which takes a second`;

const OPTIONS = {
  stage: { type: 'string' },
  first: { type: 'boolean', default: false },
  'pages-only': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Runs `npm run docs` with these arguments and returns the exit code. */
export async function writeDocs(args: readonly string[], folder: string, { out, err }: Terminal): Promise<number> {
  try {
    const { stage, first, 'pages-only': pagesOnly, help } = argumentsOf(args, OPTIONS, COMMAND);
    if (help) {
      out(USAGE);
      return 0;
    }
    const settings = stage === undefined ? {} : siteSettingsOf(stageSettings(stage));
    const { tarballs, unchanged } = pagesOnly ? NO_PACKAGES : await packagesFor(settings, first);
    replaceFolder(folder, [...buildSite(settings, tarballs), ...downloadsOf(tarballs)]);
    out(`${relative(process.cwd(), folder)}/index.html`);
    for (const hint of [...missingSettingHints(settings, stage), ...unchanged.map(whyUnchanged)]) out(hint);
    return 0;
  } catch (error) {
    err(errorSentence(error, 'The documentation was not written'));
    return exitCodeOf(error);
  }
}

const NO_PACKAGES: Kept = { tarballs: new Map(), unchanged: [] };

async function packagesFor(settings: SiteSettings, isFirst: boolean): Promise<Kept> {
  const tarballs = await pack(settings);
  if (isFirst || settings.docsUrl === undefined) return { tarballs, unchanged: [] };
  return replaceWithPublished(tarballs, settings.docsUrl, fetchPublished);
}

function replaceFolder(folder: string, files: Iterable<readonly [name: string, content: string | Buffer]>) {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const whyUnchanged = (file: string) =>
  `${file} is already published and keeps its content. To publish changes, raise the version of the package.`;

/** If these settings are missing, partners must ask for the values. */
const ASKED_FOR = ['docsUrl', 'baseUrl', 'company', 'support'] as const;

function missingSettingHints(settings: SiteSettings, stage: string | undefined): readonly string[] {
  const missing = ASKED_FOR.filter((name) => settings[name] === undefined);
  if (stage === undefined || missing.length === 0) return [];
  return [
    `The pages leave out ${missing.join(', ')}: set these fields of \`docs\` of the stage ${stage} in lib/stages.ts.`,
  ];
}

export function siteSettingsOf({ docs = {}, domain, callsDays }: Pick<StageSettings, 'docs' | 'domain' | 'callsDays'>) {
  // Named one by one, so that the compiler finds a field that only one of the two types has.
  const { docsUrl, baseUrl = domain && `https://${domain.name}`, ...about } = docs;
  const { testBaseUrl, company, support, statusPage, terms } = about;
  return {
    docsUrl,
    baseUrl,
    testBaseUrl,
    company,
    support,
    statusPage,
    terms,
    callsDays,
  } satisfies Required<SiteSettings>;
}
