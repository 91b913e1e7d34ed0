/** Words of partners that the pages do not use, each with the word that the pages use instead. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['breaking', 'break'],
  ['deprecated', 'break'],
  ['deprecation', 'break'],
  ['downtime', 'outage'],
  ['mojibake', 'encoding'],
  ['precedence', 'order'],
  ['sla', 'status'],
  ['unsubscribe', 'remove'],
  ['uptime', 'status'],
  ['versioning', 'version'],
  ['wins', 'order'],
]);

/** The word to search for in place of a word of a query. */
export const wordOfPages = (word: string): string => {
  const lower = word.toLowerCase();
  return SYNONYMS.get(lower) ?? lower;
};
