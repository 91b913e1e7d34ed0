import * as z from 'zod/mini';
import { MAILBOX } from '../../../shared/contract/email-address.ts';
import { AGENT_LIMITS, agentSettings, summaryRecipient, transfer } from '../../../shared/contract/lines/agent.ts';
import { businessHours, schedule, scheduleDay } from '../../../shared/contract/lines/business-hours.ts';
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
  summaryRecipients: [{ email: 'owner@example.com', keywords: ['refund'] }],
} satisfies z.input<typeof agentSettings>;

/** The published pattern also permits control characters, because not every regex dialect has the class `\p{C}`. */
const PUBLISHED_MAILBOX = MAILBOX.source.replaceAll('\\p{C}', '');

/**
 * The persona in an update. It has no `maxLength`, because the service does not count the live-call announcement, and
 * counts decomposed text after normalization to NFC.
 */
const PATCH_PERSONA: FieldDoc = {
  description: `Instructions for the agent. They must not be blank, and must not contain code-like notation or names of internal features. The limit is ${AGENT_LIMITS.personaCharacters} Unicode code points. The service counts the text as sent and after Unicode normalization to NFC, and uses the smaller number.\n\nIn responses, the service puts a fixed sentence before the persona. You can send the persona back with this sentence: the service removes the sentence first, so it does not count towards the limit and never appears twice. The service recognizes the sentence even if an editor has changed its Unicode normal form, spaces or line endings.`,
  minLength: 1,
  pattern: '\\S',
};

const fields = {
  greeting: 'The first words of the agent.',
  tone: 'Words that describe how the agent speaks.',
  businessHours: 'When the business is open. `null` means not set.',
  transfer: 'How the agent transfers calls. `null` means not set.',
};

const dayFields = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export const AGENT_COMPONENTS = [
  component('AgentSettingsPatch', agentSettings, {
    description:
      'The agent settings to change. The service changes only the fields that you send, and replaces each of these fields as a whole.',
    fields: {
      ...fields,
      persona: PATCH_PERSONA,
      summaryRecipients: {
        description: 'Who receives call summaries. If you send this field, it needs at least one recipient.',
        minItems: AGENT_LIMITS.fewestRecipients,
      },
    },
    example: agentPatchExample,
  }),
  component('AgentSettings', z.extend(agentSettings, {}), {
    description: 'All agent settings that have been set.',
    fields: {
      ...fields,
      persona:
        'The persona. It begins with a fixed sentence that the service adds, to tell the agent that it is on a live phone call.',
      summaryRecipients: 'Who receives call summaries.',
    },
    example: { ...agentPatchExample, persona: renderPersona('ca', agentPatchExample.persona) },
  }),
  component('BusinessHours', businessHours, {
    description: 'When the business is open.',
    fields: {
      mode: '`24/7` means always open. `custom` means open at the times in `schedule`.',
      timezone: {
        description:
          "An IANA time zone name, in upper or lower case. Responses use IANA's own spelling. The API rejects offsets such as `+09:00`.",
        examples: ['Asia/Seoul', 'America/Toronto'],
      },
      schedule: 'Opening hours for each day of the week.',
    },
    example: hours,
  }),
  component('Schedule', schedule, {
    description: 'Opening hours for each day of the week. The API rejects any property other than `mon` to `sun`.',
    fields: dayFields,
    example: { mon: day },
  }),
  component('ScheduleDay', scheduleDay, {
    description: 'Opening hours on one day. An enabled day needs `open` and `close`.',
    fields: {
      enabled: 'Whether the business opens on this day.',
      open: 'Opening time, as `HH:MM` in 24-hour time.',
      close:
        'Closing time, as `HH:MM` in 24-hour time. If `close` is before `open`, the business closes after midnight.',
    },
    keywords: {
      if: { properties: { enabled: { const: false } } },
      else: { properties: { enabled: {}, open: {}, close: {} }, required: ['open', 'close'] },
    },
    example: day,
  }),
  component('Transfer', transfer, {
    description: 'How the agent transfers calls.',
    fields: {
      type: 'Whether the agent takes a message, gives a standard response, or transfers to a person.',
      message: 'The message that belongs to `type`.',
    },
    example: agentPatchExample.transfer,
  }),
  component('SummaryRecipient', summaryRecipient, {
    description: 'A person who receives call summaries.',
    fields: {
      email: { description: 'One email address, without a display name.', pattern: PUBLISHED_MAILBOX },
      keywords: 'The service returns these keywords unchanged, and does not use them.',
    },
    example: { email: 'owner@example.com', keywords: ['refund'] },
  }),
];
