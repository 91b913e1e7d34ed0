import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_MINUTES } from '../../../partner-docs/openapi/attempts.ts';
import { downloadsOf } from '../../../partner-docs/packages/downloads.ts';
import { PARTNER_PACKAGES, packageIn } from '../../../partner-docs/packages/packages.ts';
import { anchors, PAGES } from '../../../partner-docs/site/anchors.ts';
import { unescapeHtml } from '../../../partner-docs/site/html.ts';
import { SAMPLES, sampleText } from '../../../partner-docs/site/parts/samples.ts';
import { buildSite } from '../../../partner-docs/site/site.ts';
import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../../shared/contract/lines/idempotency-key.ts';
import { ROUTES, SCOPES } from '../../../shared/contract/routes.ts';
import { IDEMPOTENCY_KEY_SECONDS } from '../../../shared/domain/lines/idempotency.ts';
import { codeIn, idsIn, linksIn, loadedBy, textOf } from './page-reader.ts';
import { samplesInOrder } from './samples-in-order.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TARBALLS = new Map(PARTNER_PACKAGES.map((folder) => [packageIn(folder).file, Buffer.from(folder)]));
const site = buildSite({}, TARBALLS);
/** The files that a page may link to. */
const files = new Map([...site, ...downloadsOf(TARBALLS)]);
const page = (file: string) => site.get(file) ?? '';
const pages = [...site].filter(([file]) => file.endsWith('.html'));

describe('the documentation for partners', () => {
  it.each(ROUTES)(
    'the guide and the reference show $method $path, and the reference shows the scope',
    ({ method, path, scope }) => {
      expect(textOf(page(PAGES.guide))).toContain(`${method} ${path}`);
      expect(page(PAGES.reference)).toContain(`data-method="${method}" data-path="${path}"`);
      if (scope !== null) expect(textOf(page(PAGES.reference))).toContain(`Scope: ${scope}`);
    },
  );

  it.each(CODED_FAILURES)('the documentation has an anchor for the error code $code', ({ code }) => {
    expect(idsIn(page(PAGES.errors))).toContain(code);
    const [, section = ''] = page(PAGES.errors).split(`<h3 id="${code}">`);
    expect(textOf(section.slice(0, section.indexOf('</section>')))).toMatch(/Cause.+Retry\?.+What to do.+/s);
  });

  it.each(['400', '401', '403', '429', '500', '503', '504'])(
    'the documentation has an anchor for failures with status %s and no code',
    (status) => {
      expect(idsIn(page(PAGES.errors))).toContain(`status-${status}`);
    },
  );

  it.each(SCOPES)('the documentation says what the scope %s allows', (scope) => {
    expect(textOf(page(PAGES.guide))).toMatch(new RegExp(`\\b${scope}\\s+\\S.*`));
  });

  it('the guide names no limit of 0, NaN or undefined', () => {
    expect(textOf(page(PAGES.guide))).not.toMatch(/at most (0|NaN) |(to|at most) undefined/);
  });

  it('the service keeps an Idempotency-Key at least as long as the documentation promises', () => {
    expect(IDEMPOTENCY_KEY_HOURS * 3_600).toBeLessThanOrEqual(IDEMPOTENCY_KEY_SECONDS);
  });

  it.each(['curl', 'TypeScript', 'Python'] as const)(
    'the documentation shows the tested %s sample of every endpoint',
    (language) => {
      const samples = samplesInOrder(language).map(({ code }) => code);
      expect(samples).toHaveLength(ROUTES.length);
      expect(codeIn(page(PAGES.reference))).toEqual(expect.arrayContaining(samples));
    },
  );

  it.each(SAMPLES)('the documentation shows the unchanged receiver sample for $name', ({ file }) => {
    expect(codeIn(page(PAGES.webhooks))).toContain(sampleText(file).trimEnd());
  });

  it.each(globSync('clients/sandbox/samples/*', { cwd: ROOT }))(
    'the documentation shows the unchanged sample test %s',
    (file) => {
      expect(codeIn(page(PAGES.testing))).toContain(readFileSync(join(ROOT, file), 'utf8').trimEnd());
    },
  );

  it('the documentation says that attempt 8 of a delivery comes after 123 minutes', () => {
    expect(ATTEMPT_MINUTES).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    expect(page(PAGES.webhooks)).toContain('attempt 8 after 123 minutes');
  });

  it('the guide links to a page of changes', () => {
    expect(page(PAGES.guide)).toContain(`href="${PAGES.changes}"`);
    expect(page(PAGES.changes)).toContain('<h2 id="api">');
  });
});

/** Returns the links of a text that lead to no file, or to no id of a file. */
const brokenLinks = (links: readonly string[], text: string, idsOf: (shown: string) => readonly unknown[]) =>
  links.filter((link) => {
    const [target = '', id] = link.split('#');
    const isThere = target === '' || files.has(target);
    return !isThere || (id !== undefined && !idsOf(target === '' ? text : page(target)).includes(id));
  });

const withoutFences = (markdown: string) => markdown.replaceAll(/^ *(```+).*\n[\s\S]*?\n *\1$/gm, '');

/** The ids of a text in Markdown: those that stand in it, and those that readers make from the words of headings. */
const idsInMarkdown = (markdown: string) => [
  ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
  ...[...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchors.heading(words)),
];

describe.each(pages)('the documentation page %s', (_file, content) => {
  it('a documentation page loads only files of its own folder', () => {
    for (const address of loadedBy(content)) expect([...site.keys()]).toContain(address);
    expect(unescapeHtml(content)).toContain("default-src 'none'");
  });

  it('every link on a documentation page has an existing target', () => {
    expect(brokenLinks(linksIn(content), content, idsIn)).toEqual([]);
  });

  it('no two elements of a documentation page have the same id', () => {
    const ids = idsIn(content);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('a documentation page has one top heading and skips no heading level', () => {
    const levels = [...content.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
  });

  it('a documentation page has no backticks outside code', () => {
    expect(
      textOf(content.replaceAll(/<(pre|svg|script|textarea)\b[\s\S]*?<\/\1>|<code>.*?<\/code>/g, '')),
    ).not.toContain('`');
  });

  it('a documentation page has no unfilled placeholder', () => {
    expect(textOf(content)).not.toMatch(/\[object|NaN|\{\{>? \w+\}\}/);
    const withoutCode = content.replaceAll(/<pre[\s\S]*?<\/pre>/g, '');
    expect(textOf(withoutCode)).not.toContain('undefined');
  });
});

describe.each(pages)('the Markdown version of the page %s', (file, content) => {
  const markdown = page(file.replace('.html', '.md'));

  it('the Markdown version of a documentation page has as many headings and the same code as the page', () => {
    const withoutForms = content.replaceAll(/<section class="console"[\s\S]*?<\/section>/g, '');
    const headings = withoutForms.match(/<h[1-6][ >]/g) ?? [];
    const prose = withoutFences(markdown);
    expect(prose.match(/^#+ /gm)).toHaveLength(headings.length);
    // Code in a list is indented in Markdown.
    const unindented = (text: string) => text.replaceAll(/^ +/gm, '');
    for (const code of codeIn(content)) expect(unindented(markdown)).toContain(unindented(code));
    expect(prose.replaceAll(/`[^`]*`/g, '')).not.toMatch(/(?<!\\)<\w+>|undefined|NaN/);
  });

  it('the Markdown version of a documentation page has only links with existing targets', () => {
    expect(content).toContain(`<link rel="alternate" href="${file.replace('.html', '.md')}" type="text/markdown"`);
    const links = [...withoutFences(markdown).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(brokenLinks(links, markdown, idsInMarkdown)).toEqual([]);
  });
});

it('llms.txt has links to the Markdown of every page', () => {
  const text = page('llms.txt');
  expect(text).toMatch(/^# Partner lines\n\n> .+\n\n## Skill for coding agents\n[\s\S]+\n\n## Pages\n/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, link = '']) => link);
  expect(links.toSorted()).toEqual([...site.keys()].filter((file) => /\.md$|openapi/.test(file)).toSorted());
});

it.each(['style.css', 'page.js', 'icon.svg'])('the shared file %s contains no external address', (file) => {
  expect(page(file).replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/[a-z]|@import|url\(/);
});
