import { PAGES, type PageName, TITLES } from '../anchors.ts';
import type { ApiDocument } from '../openapi.ts';
import type { SkillFile } from '../skill.ts';

export const markdownFileOf = (page: PageName): string => PAGES[page].replace('.html', '.md');

const ABOUT: Readonly<Record<PageName, string>> = {
  guide: 'quick start, authentication, idempotency, pagination, errors and retries, rate limit, all limits',
  webhooks:
    'the event call.completed: request, responses, retries, signature, rotation of the secret, complete receivers',
  testing: 'test requests and the receiver against the service on your own machine, with sandbox and receiver kit',
  errors: 'every error code and status: cause, whether to retry, what to do',
  reference: 'every endpoint and object, with samples in curl, TypeScript and Python',
  clients: 'the READMEs of the TypeScript client, the receiver kit and the sandbox',
  changes: 'what changed in each version of the API and the packages',
};
/** The pages that llms.txt marks as optional, for programs that can read little text. */
const OPTIONAL: readonly PageName[] = ['changes'];

/** Returns the text of llms.txt, in which programs find the Markdown of each page: https://llmstxt.org */
export function llmsText(
  { info, endpoints }: ApiDocument,
  present: readonly PageName[],
  skill: readonly SkillFile[],
): string {
  const links = (pages: readonly PageName[]) =>
    pages.map((page) => `- [${TITLES[page]}](${markdownFileOf(page)}): ${ABOUT[page]}`);
  const optional = present.filter((page) => OPTIONAL.includes(page));
  return `${[
    `# ${info.title}`,
    '',
    `> An HTTP API with ${endpoints.length} endpoints and one event, version ${info.version}. Partners create voice-agent lines, configure the agent of each line, read summaries of finished calls, and receive a signed webhook when a call finishes.`,
    '',
    '## Skill for coding agents',
    '',
    'Read SKILL.md first if you write or change code that uses this API. Save the files in a folder `partner-lines` to keep them as a skill.',
    '',
    ...skill.map(
      ({ name, title }) => `- [${name.slice(name.indexOf('/', name.indexOf('/') + 1) + 1)}](${name}): ${title}`,
    ),
    '',
    '## Pages',
    '',
    ...links(present.filter((page) => !OPTIONAL.includes(page))),
    '',
    '## API description',
    '',
    '- [openapi.json](openapi.json): the OpenAPI 3.1 document of the API, for tools and code generators',
    ...(optional.length === 0 ? [] : ['', '## Optional', '', ...links(optional)]),
  ].join('\n')}\n`;
}
