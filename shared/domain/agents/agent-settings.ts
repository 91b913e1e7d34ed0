import { SUMMARY_NO_RECIPIENTS } from '../../contract/failures.ts';
import type { AgentSettings } from '../../contract/lines/agent.ts';
import { Failure, failure } from '../requests/failure.ts';
import { type PersonaRegion, renderPersona } from './announcement.ts';
import { checkedPersona } from './persona.ts';

/** What may be stored of well-formed settings: the rules whose breach has a code. Also for `agent` of a new line. */
export function checkedAgentSettings(sent: AgentSettings): AgentSettings | Failure {
  if (sent.summaryRecipients?.length === 0) {
    return failure(SUMMARY_NO_RECIPIENTS);
  }
  if (sent.persona === undefined) return sent;
  const persona = checkedPersona(sent.persona);
  return persona instanceof Failure ? persona : { ...sent, persona };
}

/** A partial patch: only the fields sent change, each of them as a whole. */
export const patchedAgentSettings = (stored: AgentSettings, patch: AgentSettings): AgentSettings => ({
  ...stored,
  ...patch,
});

/** The settings as a partner sees them. Without a known region there is no language to announce in. */
export const renderAgentSettings = (region: PersonaRegion | null, stored: AgentSettings): AgentSettings =>
  stored.persona === undefined || region === null
    ? stored
    : { ...stored, persona: renderPersona(region, stored.persona) };
