import { type StageSettings, stageSettings } from '../../lib/stages.ts';

/**
 * Returns the settings of a stage without the account, people and addresses that a team writes into lib/stages.ts. So
 * the tests and snapshots are the same for every team.
 */
export const neutralSettings = (stage: string, expiresAt?: string): StageSettings =>
  withoutTeam(stageSettings(stage, expiresAt));

function withoutTeam(given: StageSettings): StageSettings {
  const { env, cdk, domain, voicePlatform, docs, operations, callsDays, onCall, ...settings } = given;
  return {
    ...settings,
    owner: 'partner-platform',
    costCentre: 'partner-lines',
    ...(onCall && { onCall: { page: [], ticket: [] } }),
  };
}
