/** Formatted text as a tree. The pages must not turn text into markup, so they create elements from this tree. */
export type Node = string | Element;

export interface Element {
  readonly tag:
    | 'p'
    | 'ul'
    | 'ol'
    | 'li'
    | 'code'
    | 'pre'
    | 'strong'
    | 'em'
    | 'a'
    | 'h3'
    | 'table'
    | 'tr'
    | 'th'
    | 'td'
    | 'span';
  readonly children: readonly Node[];
  readonly href?: string;
  readonly start?: number;
}

/** The section below a heading of docs/runbook.md, or the list of headings. */
export interface RunbookSection {
  readonly title: string;
  readonly blocks: readonly Node[];
}
