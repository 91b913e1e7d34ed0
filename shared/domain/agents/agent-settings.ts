import { type AgentSettings, recipientsFailure } from '../../contract/lines/agent.ts';
import { Failure, failure } from '../requests/failure.ts';
import { type PersonaRegion, renderPersona } from './announcement.ts';
import { checkPersona } from './persona.ts';

/**
 * Checks the recipients and the persona. Returns the settings to store, or a failure with a code. Used for a change of
 * settings and for the field `agent` of a new line.
 */
export function checkAgentSettings(sent: AgentSettings): AgentSettings | Failure {
  const noRecipients = recipientsFailure(sent);
  if (noRecipients) return failure(noRecipients);
  if (sent.persona === undefined) return sent;
  const persona = checkPersona(sent.persona);
  return persona instanceof Failure ? persona : { ...sent, persona };
}

/** Returns the stored settings, in which each sent field replaces the stored field as a whole. */
export const patchAgentSettings = (stored: AgentSettings, patch: AgentSettings): AgentSettings => ({
  ...stored,
  ...patch,
});

/**
 * Returns the settings as partners see them, with the announcement in front of the persona. The announcement is in the
 * language of the region. If the region is unknown, the persona stays without an announcement.
 */
export const renderAgentSettings = (region: PersonaRegion | null, stored: AgentSettings): AgentSettings =>
  stored.persona === undefined || region === null
    ? stored
    : { ...stored, persona: renderPersona(region, stored.persona) };
