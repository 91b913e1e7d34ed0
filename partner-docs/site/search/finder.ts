import MiniSearch, { type SearchResult } from 'minisearch';
import { PAGES } from '../anchors.ts';
import { searchWordFor, stemOf } from './words.ts';

/** A part of a page, from one heading to the next. */
export interface Section {
  readonly page: string;
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

export interface Found extends Omit<Section, 'text'> {
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const MAX_FOUND = 12;
const CHARACTERS_BEFORE = 50;
const CHARACTERS_SHOWN = 150;
/** The length from which words are also found if they are misspelt. Shorter words have too many similar words. */
const FUZZY_FROM_CHARACTERS = 6;

/**
 * Returns a function that finds the sections with the most words of a query, the best first. In a section about
 * changes, a word counts only 50 %, because such sections mention every subject. Words can be incomplete or slightly
 * misspelt.
 */
export function finderIn(sections: readonly Section[]): (query: string) => readonly Found[] {
  const index = new MiniSearch<Section>({
    idField: 'href',
    fields: ['title', 'page', 'text'],
    processTerm: stemOf,
    searchOptions: {
      boost: { title: 5, page: 2 },
      prefix: true,
      processTerm: searchWordFor,
      fuzzy: (word) => (word.length >= FUZZY_FROM_CHARACTERS ? 0.2 : false),
    },
  });
  index.addAll(sections);
  const sectionAt = new Map(sections.map((section) => [section.href, section]));
  return (query) => {
    const results = index.search(query).sort((one, other) => rankOf(other) - rankOf(one));
    const most = Math.max(...results.map(rankOf));
    const found = results.filter((result) => rankOf(result) > most / 2);
    return found.slice(0, MAX_FOUND).flatMap(({ id, terms }) => {
      const section = sectionAt.get(id);
      return section === undefined ? [] : resultFor(section, terms);
    });
  };
}

const rankOf = ({ id, queryTerms }: SearchResult): number => queryTerms.length / (isChange(id) ? 2 : 1);
const isChange = (href: string): boolean => href.startsWith(PAGES.changes);

function resultFor({ text, ...section }: Section, terms: readonly string[]): Found {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const from = wordStart(text, Math.max((places.length > 0 ? Math.min(...places) : 0) - CHARACTERS_BEFORE, 0));
  const end = from + CHARACTERS_SHOWN >= text.length ? text.length : text.lastIndexOf(' ', from + CHARACTERS_SHOWN);
  return {
    ...section,
    excerpt: [from > 0 && '…', text.slice(from, end), end < text.length && '…'].filter(Boolean).join(' '),
  };
}

const wordStart = (text: string, at: number): number => (at === 0 ? 0 : text.indexOf(' ', at) + 1);
