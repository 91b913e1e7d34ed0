import * as z from 'zod';
import { FUNCTION_NAMES } from '../../lib/rights.ts';
import { type AlarmDescription, headingAnchor, readDescription } from '../../shared/names/alarm-description.ts';
import { stagePrefix } from '../../shared/names/stage-names.ts';
import { markdownTable } from '../command-line/tables.ts';
import { resourcesOf } from '../template-resources.ts';

/** Alarms that only end a rollout have no `AlarmName`. */
const alarm = z.object({ AlarmName: z.string().default(''), AlarmDescription: z.string() });

interface Row extends AlarmDescription {
  /** The alarm's name without the prefix of the stage. `NAME` replaces the name of a function. */
  readonly id: string;
}

/** Returns the table of a stage's alarms, in the order of the headings in `page`. */
export function alarmTable(service: unknown, stage: string, page: string): string {
  const rows = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
    .flatMap((type) => resourcesOf(service, type, alarm))
    .flatMap(([, properties]) => rowsOfAlarm(properties, `${stagePrefix(stage)}-`));
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return markdownTable(
    ['ticket', 'page, and its incident', 'section'],
    headings.flatMap((heading) => cellsUnderHeading(heading, rows)),
  );
}

/** Alarms that only measure burn rates, and alarms that only end a rollout, get no row. */
function rowsOfAlarm({ AlarmName, AlarmDescription }: z.infer<typeof alarm>, prefix: string): Row[] {
  const described = readDescription(AlarmDescription);
  if (!described || described.severity === 'window') return [];
  return [{ ...described, id: withoutFunction(AlarmName.slice(prefix.length)) }];
}

const OF_FUNCTION = new RegExp(`^(fault|many-faults|errors|throttles|duration)-(${FUNCTION_NAMES.join('|')})$`);
const withoutFunction = (id: string) => id.replace(OF_FUNCTION, '$1-NAME');

function cellsUnderHeading(heading: string, rows: readonly Row[]): string[][] {
  const anchor = headingAnchor(heading);
  const found = rows.filter(({ runbookAnchor }) => runbookAnchor === anchor);
  if (found.length === 0) return [];
  const tickets = found.filter(({ severity }) => severity === 'ticket');
  const pages = found.filter(({ severity }) => severity !== 'ticket');
  const incidents = pages.flatMap(({ incident }) => incident ?? []);
  const paged = incidents.length === 0 ? idsOf(pages) : `${idsOf(pages)} (${codes(incidents)})`;
  return [[idsOf(tickets), paged, `[${heading}](#${anchor})`]];
}

const idsOf = (rows: readonly Row[]) => codes(rows.map(({ id }) => id));
const codes = (words: readonly string[]) => [...new Set(words)].map((word) => `\`${word}\``).join(', ');
