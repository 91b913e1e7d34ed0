import type { RequestOf, Settings } from './operations.ts';
import {
  delegatedLine,
  type Line,
  notDelegatedFailure,
  rejection,
  responded,
  type State,
  type Step,
  withLine,
} from './state.ts';

const ANNOUNCEMENTS = {
  kr: '지금은 매장에 걸려 온 전화를 받아 고객과 실시간으로 통화하는 중입니다.\n\n',
  ca: 'You are on a live phone call with a customer who is calling the business.\n\n',
};

/** The bad personas of the runs. The contract does not define the rules exactly enough for a model. */
export const BAD_PERSONAS: Readonly<Record<string, string>> = {
  ' ': 'persona.empty',
  [`${'가'.repeat(8001)}`]: 'persona.too_long',
  'Say goodbye, then end_call.': 'persona.tool_name',
  'Look it up with find_guest(name).': 'persona.tool_signature',
};

export function brokenRule({ persona, summaryRecipients }: Settings): string | undefined {
  if (summaryRecipients?.length === 0) return 'SUMMARY_NO_RECIPIENTS';
  return persona === undefined ? undefined : BAD_PERSONAS[unannounced(persona)];
}

export const storedSettings = (sent: Settings): Settings =>
  sent.persona === undefined ? sent : { ...sent, persona: unannounced(sent.persona) };

function unannounced(persona: string): string {
  const sentence = Object.values(ANNOUNCEMENTS).find((announcement) => persona.startsWith(announcement));
  return sentence === undefined ? persona : unannounced(persona.slice(sentence.length));
}

/** Returns the settings as the partner reads them. */
export const shownSettings = ({ region, settings }: Pick<Line, 'region' | 'settings'>): Settings =>
  settings.persona === undefined ? settings : { ...settings, persona: `${ANNOUNCEMENTS[region]}${settings.persona}` };

export function getAgent(state: State, partnerId: string, tenantId: string): Step[] {
  const line = delegatedLine(state, partnerId, tenantId);
  return line?.status === 'active' ? responded(state, 200, shownSettings(line)) : notDelegatedFailure(state);
}

/** Contract: "While terminated, a settings update answers 409 TENANT_TERMINATED." */
export function putAgent(state: State, partnerId: string, tenantId: string, { patch }: RequestOf<'putAgent'>): Step[] {
  const line = delegatedLine(state, partnerId, tenantId);
  if (!line) return notDelegatedFailure(state);
  const code = brokenRule(patch);
  if (code !== undefined) return rejection(state, 400, code);
  if (line.status !== 'active') return rejection(state, 409, 'TENANT_TERMINATED');
  const after = { ...line, settings: { ...line.settings, ...storedSettings(patch) } };
  return responded(withLine(state, after), 200, shownSettings(after));
}
