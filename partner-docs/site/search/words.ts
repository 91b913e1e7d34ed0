/** Words of a question that say nothing about its subject. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'a an and are be can do does for from get how i in is it my of on or the to use vs what when where which why with'.split(
    ' ',
  ),
);

/** Words of partners that the pages do not use, each with the word that the pages use instead. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['allowlist', 'allow'],
  ['breaking', 'break'],
  ['checks', 'errors'],
  ['compromised', 'leaked'],
  ['deprecated', 'break'],
  ['deprecation', 'break'],
  ['downtime', 'outage'],
  ['mac', 'systems'],
  ['macos', 'systems'],
  ['mojibake', 'encoding'],
  ['ngrok', 'tunnel'],
  ['postman', 'openapi'],
  ['precedence', 'order'],
  ['redeliver', 'replay'],
  ['redelivery', 'replay'],
  ['resend', 'replay'],
  ['retention', 'kept'],
  ['sdk', 'client'],
  ['skew', 'wrong'],
  ['sla', 'status'],
  ['unsubscribe', 'remove'],
  ['uptime', 'status'],
  ['versioning', 'version'],
  ['whitelist', 'allow'],
  ['windows', 'systems'],
  ['wins', 'order'],
]);

/** A singular finds its plural and the other way round: both `delivery` and `deliveries` become `deliver`. */
export const stemOf = (word: string): string => word.toLowerCase().replace(/(?<=.{4})(ies|y|(?<![su])s)$/, '');

/** Returns what to search for in place of a word of a query, or null for nothing. */
export function wordOfPages(word: string): string | null {
  const lower = word.toLowerCase();
  return LEFT_OUT.has(lower) ? null : stemOf(SYNONYMS.get(lower) ?? lower);
}
