import { Marked, type Tokens } from 'marked';
import { anchors } from './anchors.ts';
import { codeBlock } from './code-block.ts';
import { escapeHtml, Html, html } from './html.ts';
import { table } from './parts/table.ts';

interface Options {
  /** How many levels to add to each heading. */
  readonly deeper?: number;
  /** A prefix of the ids of headings, because two documents on one page can have the same headings. */
  readonly idPrefix?: string;
  /** Returns the address of a link on the pages, or undefined to show only the text of the link. */
  readonly linkOf?: (href: string) => string | undefined;
}

/** Renders the Markdown that the documents of this repository use. */
export function renderMarkdown(
  markdown: string,
  { deeper = 0, idPrefix = '', linkOf = (href) => href }: Options = {},
): Html {
  const uses = new Map<string, number>();
  /** Keeps ids unique, because the change log has the same heading in several sections. */
  const unique = (id: string) => {
    const nth = (uses.get(id) ?? 0) + 1;
    uses.set(id, nth);
    return nth === 1 ? id : `${id}-${nth}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const id = unique(idPrefix + anchors.heading(tokens.map(({ raw }) => raw).join('')));
        return heading(Math.min(depth + deeper, 6), id, this.parser.parseInline(tokens));
      },
      code: ({ text, lang = '' }: Tokens.Code) => {
        const [language, run] = lang.split(' run=');
        return codeBlock(text, language, run).markup;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = linkOf(href);
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map(({ tokens }) => new Html(this.parser.parseInline(tokens)));
        return table(cells(header), rows.map(cells)).markup;
      },
    },
  });
  return new Html(marked.parse(markdown, { async: false }));
}

export const renderInline = (markdown: string): Html => new Html(new Marked().parseInline(markdown, { async: false }));

function heading(depth: number, id: string, inline: string): string {
  const link = depth > 1 && html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  return html`<h${depth} id="${id}">${new Html(inline)}${link}</h${depth}>\n`.markup;
}
