import * as z from 'zod/mini';
import { AGENT_LIMITS, agentSettings, summaryRecipient, transfer } from '../../../shared/contract/agent.ts';
import { businessHours, schedule, scheduleDay } from '../../../shared/contract/business-hours.ts';
import { renderPersona } from '../../../shared/domain/agents/announcement.ts';
import { component, type FieldDoc } from './component.ts';

const day = { enabled: true, open: '09:00', close: '18:00' };
const hours = { mode: 'custom', timezone: 'America/Toronto', schedule: { mon: day, sat: { enabled: false } } } as const;

export const agentPatchExample = {
  persona: 'You are friendly and brief.',
  greeting: 'Corner Cafe, hello!',
  tone: ['warm', 'brief'],
  businessHours: hours,
  transfer: { type: 'take_message', message: 'We will call you back.' },
  summaryRecipients: [{ email: 'owner@corner-cafe.com', keywords: ['refund'] }],
} satisfies z.input<typeof agentSettings>;

/** The service also refuses control characters; not every language's patterns have a class for them. */
const MAILBOX = '^[^\\s@<>,;]+@[^\\s@<>,;]+\\.[^\\s@<>,;]+$';

/** The limit is no `maxLength`: that would also count the announcing sentence, and decomposed text as sent. */
const PATCH_PERSONA: FieldDoc = {
  description:
    `At most ${AGENT_LIMITS.personaCharacters} characters (Unicode code points, counted as sent or after NFC, whichever ` +
    'is less), not blank, without code-like notation and without names of internal features. Responses begin with a ' +
    'sentence that announces the call. When you send it back, that sentence is removed first, even if an editor has ' +
    'changed its normal form, spaces or line ends: it counts towards no limit and is never doubled.',
  minLength: 1,
  pattern: '\\S',
};

const fields = {
  greeting: { description: 'What the agent says first.' },
  tone: { description: 'Words for how the agent speaks.' },
  businessHours: { description: 'When the business is open. Null: not set.' },
  transfer: { description: 'How calls are handed over. Null: not set.' },
};

const DAY_NAMES = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const dayFields = (names: typeof DAY_NAMES) => ({
  mon: { description: names.mon },
  tue: { description: names.tue },
  wed: { description: names.wed },
  thu: { description: names.thu },
  fri: { description: names.fri },
  sat: { description: names.sat },
  sun: { description: names.sun },
});

export const AGENT_COMPONENTS = [
  component('AgentSettingsPatch', agentSettings, {
    description: 'Agent settings to change. Only the fields sent change, each of them as a whole.',
    fields: {
      ...fields,
      persona: PATCH_PERSONA,
      summaryRecipients: { description: 'Who is sent summaries of calls. At least one when given.', minItems: 1 },
    },
    example: agentPatchExample,
  }),
  component('AgentSettings', z.extend(agentSettings, {}), {
    description: 'Agent settings: everything that was ever set.',
    fields: {
      ...fields,
      persona: { description: 'The persona, with the sentence that announces the call in front.' },
      summaryRecipients: { description: 'Who is sent summaries of calls.' },
    },
    example: { ...agentPatchExample, persona: renderPersona('ca', agentPatchExample.persona) },
  }),
  component('BusinessHours', businessHours, {
    description: 'Business hours.',
    fields: {
      mode: { description: '`custom`: as `schedule` says.' },
      timezone: {
        description: "IANA time zone name, in any case; answers have IANA's own spelling. Offsets are refused.",
        examples: ['Asia/Seoul', 'America/Toronto'],
      },
      schedule: { description: 'Opening hours by day.' },
    },
    example: hours,
  }),
  component('Schedule', schedule, {
    description: 'Opening hours by day of the week. A name that is no day is refused.',
    fields: dayFields(DAY_NAMES),
    example: { mon: day },
  }),
  component('ScheduleDay', scheduleDay, {
    description: 'Opening hours of one day. An enabled day needs `open` and `close`.',
    fields: {
      enabled: { description: 'Whether the business opens on this day.' },
      open: { description: 'Opening time, `HH:MM`, 24 hours.' },
      close: { description: 'Closing time, `HH:MM`, 24 hours. Before `open` it is past midnight.' },
    },
    keywords: {
      if: { properties: { enabled: { const: false } } },
      else: { properties: { enabled: {}, open: {}, close: {} }, required: ['open', 'close'] },
    },
    example: day,
  }),
  component('Transfer', transfer, {
    description: 'How calls are handed over.',
    fields: { type: { description: 'The kind of hand-over.' }, message: { description: 'Text that goes with it.' } },
    example: agentPatchExample.transfer,
  }),
  component('SummaryRecipient', summaryRecipient, {
    description: 'Somebody who is sent summaries of calls.',
    fields: {
      email: { description: 'One mailbox, without a display name.', pattern: MAILBOX },
      keywords: { description: 'Keywords of this recipient.' },
    },
    example: { email: 'owner@corner-cafe.com', keywords: ['refund'] },
  }),
];
