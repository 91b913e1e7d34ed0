import { describe, expect, it } from '@jest/globals';
import { SUMMARY_NO_RECIPIENTS } from '../../../../shared/contract/failures.ts';
import { agentSettings } from '../../../../shared/contract/lines/agent.ts';
import { canonicalTimeZone } from '../../../../shared/contract/lines/business-hours.ts';
import {
  checkAgentSettings,
  patchAgentSettings,
  renderAgentSettings,
} from '../../../../shared/domain/agents/agent-settings.ts';
import { renderPersona } from '../../../../shared/domain/agents/announcement.ts';

const accepts = (settings: unknown) => agentSettings.safeParse(settings).success;
const day = (about: object = {}) => ({ enabled: true, open: '09:00', close: '18:00', ...about });
const hours = (about: object = {}) => ({ businessHours: { mode: 'custom', timezone: 'Asia/Seoul', ...about } });
const recipients = (...all: object[]) => ({ summaryRecipients: all });

describe('the schema of agent settings', () => {
  it.each([
    ['an empty object', {}],
    ['a greeting of 1000 characters', { greeting: '😀'.repeat(1_000) }],
    ['an empty greeting', { greeting: '' }],
    ['20 tones of 60 characters', { tone: Array(20).fill('가'.repeat(60)) }],
    ['business hours around the clock', { businessHours: { mode: '24/7' } }],
    ['business hours on some days', hours({ schedule: { mon: day(), sun: { enabled: false } } })],
    ['a closing time past midnight', hours({ schedule: { fri: day({ open: '18:00', close: '02:00' }) } })],
    ['business hours removed with null', { businessHours: null }],
    ['a transfer without a message', { transfer: { type: 'transfer_human' } }],
    ['a transfer message of 1000 characters', { transfer: { type: 'take_message', message: '가'.repeat(1_000) } }],
    ['a transfer removed with null', { transfer: null }],
    ['20 recipients', recipients(...Array(20).fill({ email: 'a@b.co' }))],
    ['20 keywords of 60 characters', recipients({ email: 'a@b.co', keywords: Array(20).fill('가'.repeat(60)) })],
    ['an email address in Korean', recipients({ email: '사장@가게.한국' })],
    ['an empty list of recipients, which a later check rejects', recipients()],
  ])('the schema of agent settings allows %s', (_what, settings) => {
    expect(accepts(settings)).toBe(true);
  });

  it.each([
    ['a list instead of an object', []],
    ['null', null],
    ['a persona that is not text', { persona: null }],
    ['a greeting of 1001 characters', { greeting: 'x'.repeat(1_001) }],
    ['a greeting that is null', { greeting: null }],
    ['21 tones', { tone: Array(21).fill('x') }],
    ['a tone of 61 characters', { tone: ['x'.repeat(61)] }],
    ['a tone that is not a list', { tone: 'warm' }],
    ['an unknown mode of business hours', { businessHours: { mode: 'always' } }],
    ['business hours without a mode', { businessHours: { timezone: 'Asia/Seoul' } }],
    ['an unknown time zone', hours({ timezone: 'Foo/Bar' })],
    ['an offset instead of a time zone', hours({ timezone: '+09:00' })],
    ['an empty time zone', hours({ timezone: '' })],
    ['a misspelt weekday', hours({ schedule: { monday: day() } })],
    ['a time without minutes', hours({ schedule: { mon: day({ open: '9' }) } })],
    ['an hour past 23', hours({ schedule: { mon: day({ close: '24:00' }) } })],
    ['an enabled weekday without times', hours({ schedule: { mon: { enabled: true } } })],
    ['a weekday whose enabled is not a boolean', hours({ schedule: { mon: day({ enabled: 'true' }) } })],
    ['an unknown type of transfer', { transfer: { type: 'hang' } }],
    ['a transfer without a type', { transfer: { message: 'x' } }],
    ['a transfer message of 1001 characters', { transfer: { type: 'take_message', message: 'x'.repeat(1_001) } }],
    ['a transfer message that is null', { transfer: { type: 'take_message', message: null } }],
    ['summaryRecipients that are null', { summaryRecipients: null }],
    ['21 recipients', recipients(...Array(21).fill({ email: 'a@b.co' }))],
    ['a recipient without an email', recipients({ keywords: ['x'] })],
    ['an email without an @', recipients({ email: 'a.b.co' })],
    ['two email addresses in one email field', recipients({ email: 'a@b.co,c@d.co' })],
    ['a line break in an email', recipients({ email: 'a@b.co\nBcc: c@d.co' })],
    ['an email of 255 characters', recipients({ email: `${'x'.repeat(250)}@b.co` })],
    ['21 keywords', recipients({ email: 'a@b.co', keywords: Array(21).fill('x') })],
    ['a keyword of 61 characters', recipients({ email: 'a@b.co', keywords: ['x'.repeat(61)] })],
  ])('the schema of agent settings rejects %s', (_what, settings) => {
    expect(accepts(settings)).toBe(false);
  });

  it('the schema of agent settings drops unknown fields', () => {
    expect(agentSettings.parse({ greeting: 'Hi', secret: 1, transfer: { type: 'take_message', to: 'x' } })).toEqual({
      greeting: 'Hi',
      transfer: { type: 'take_message' },
    });
  });

  it.each([
    ['asia/seoul', 'Asia/Seoul'],
    ['AMERICA/TORONTO', 'America/Toronto'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['utc', 'UTC'],
    ['ROK', 'Asia/Seoul'],
  ])('the time zone %j is stored as %j in agent settings', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
    expect(agentSettings.parse(hours({ timezone: name }))).toEqual(hours({ timezone: canonical }));
  });

  it.each(['+0900', 'IST', 'Asia/Seoul '])('the time zone %j is rejected in agent settings', (name) => {
    expect(canonicalTimeZone(name)).toBeUndefined();
    expect(accepts(hours({ timezone: name }))).toBe(false);
  });
});

describe('the stored and the returned form of agent settings', () => {
  it('agent settings are stored without the live-call announcement in front of the persona', () => {
    const sent = { persona: renderPersona('kr', 'Be kind.'), greeting: 'Hi' };
    expect(checkAgentSettings(sent)).toEqual({ persona: 'Be kind.', greeting: 'Hi' });
  });

  it('agent settings with an empty list of summaryRecipients are rejected', () => {
    expect(checkAgentSettings({ summaryRecipients: [] })).toMatchObject({ kind: SUMMARY_NO_RECIPIENTS });
  });

  it('an update of agent settings replaces whole fields', () => {
    const stored = agentSettings.parse({
      greeting: 'Hi',
      tone: ['warm'],
      transfer: { type: 'take_message', message: 'x' },
    });
    const patch = agentSettings.parse({ tone: [], transfer: { type: 'standard_response' }, businessHours: null });
    expect(patchAgentSettings(stored, patch)).toEqual({
      greeting: 'Hi',
      tone: [],
      transfer: { type: 'standard_response' },
      businessHours: null,
    });
  });

  it('agent settings are returned with the live-call announcement in front of the persona', () => {
    expect(renderAgentSettings('ca', { persona: 'Be kind.' })).toEqual({ persona: renderPersona('ca', 'Be kind.') });
    expect(renderAgentSettings('ca', { greeting: 'Hi' })).toEqual({ greeting: 'Hi' });
  });
});
