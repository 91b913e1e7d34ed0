import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { siteSettingsOf } from '../../lib/site-settings.ts';
import { stageSettings } from '../../lib/stages.ts';
import { downloadsOf } from '../../partner-docs/packages/downloads.ts';
import { PACKAGES_FOLDER } from '../../partner-docs/packages/install-lines.ts';
import { pack } from '../../partner-docs/packages/pack.ts';
import type { SiteSettings } from '../../partner-docs/site/settings.ts';
import { buildSite } from '../../partner-docs/site/site.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { exitCodeOf, sentenceOf } from '../command-line/explain-error.ts';

const COMMAND = 'npm run docs';
const USAGE = `${COMMAND} -- [flags]
  writes the documentation and the packages for partners into dist/docs
  --stage STAGE   with the settings \`docs\` of this stage in lib/stages.ts
  --pages-only    without the packages, which takes a second`;

const OPTIONS = {
  stage: { type: 'string' },
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
    const { stage, 'pages-only': pagesOnly, help } = argumentsOf(args, OPTIONS, COMMAND);
    if (help) {
      out(USAGE);
      return 0;
    }
    const settings = stage === undefined ? {} : siteSettingsOf(stageSettings(stage));
    await write(settings, folder, { pagesOnly });
    out(`${relative(process.cwd(), folder)}/index.html`);
    for (const hint of hintsFor(settings, stage)) out(hint);
    return 0;
  } catch (error) {
    err(sentenceOf(error, 'The documentation was not written'));
    return exitCodeOf(error);
  }
}

async function write(settings: SiteSettings, folder: string, { pagesOnly }: { readonly pagesOnly: boolean }) {
  const tarballs = pagesOnly ? new Map() : await pack(settings);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, PACKAGES_FOLDER), { recursive: true });
  for (const [name, content] of [...buildSite(settings, tarballs), ...downloadsOf(tarballs)]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Without these settings, partners have to ask somebody. */
const ASKED_FOR = ['docsUrl', 'baseUrl', 'company', 'support'] as const;

function hintsFor(settings: SiteSettings, stage: string | undefined): readonly string[] {
  const missing = ASKED_FOR.filter((name) => settings[name] === undefined);
  if (stage === undefined || missing.length === 0) return [];
  return [`The pages leave out ${missing.join(', ')}: set them as \`docs\` of the stage ${stage} in lib/stages.ts.`];
}
