import type { StageSettings } from './stages.ts';

/** Returns what the pages for partners say about a stage. */
export const siteSettingsOf = ({ docs, domain, callsDays }: Pick<StageSettings, 'docs' | 'domain' | 'callsDays'>) => ({
  ...(domain && { baseUrl: `https://${domain.name}` }),
  ...docs,
  callsDays,
});
