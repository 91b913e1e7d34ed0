/** Words in questions that say nothing about the subject. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'a an and are be can do does for from get how i in is it my of on or the to use vs what when where which why with'.split(
    ' ',
  ),
);

/** Words that partners search for, each with the word that leads to the right section. */
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

/** The singular finds the plural, because both `delivery` and `deliveries` become `deliver`. */
export const stemOf = (word: string): string => word.toLowerCase().replace(/(?<=.{4})(ies|y|(?<![su])s)$/, '');

/** Returns the word to search for when a query has this word, or null to ignore the word. */
export function searchWordFor(word: string): string | null {
  const lower = word.toLowerCase();
  return LEFT_OUT.has(lower) ? null : stemOf(SYNONYMS.get(lower) ?? lower);
}
