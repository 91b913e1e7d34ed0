import { markdownTable } from '../command-line/tables.ts';
import { type Load, zipfShare } from './load.ts';
import { figure } from './numbers.ts';
import { planFor } from './plan.ts';
import { runCapacity } from './run.ts';

/** A block of Markdown whose first line is a command line of the planner, and whose other lines are its output. */
const EXAMPLE = /^```text\n\$ npm run -s capacity -- (.+)\n[^`]*^```$/gm;
/** A part of the document between two comments, with the name of its table. */
const TABLE = /(<!-- planned: (settings|limits) -->\n)[\s\S]*?(<!-- end of planned -->)/g;

const RATES = [5, 50, 500, 2_000];
const LARGEST = [zipfShare(200), 0.5];
const NEAREST_LIMITS = 11;

/** Returns the document with the present output of each command line, and the present tables. */
export const withExamples = (document: string): string =>
  document
    .replaceAll(EXAMPLE, (_, args: string) => `\`\`\`text\n$ npm run -s capacity -- ${args}\n${outputOf(args)}\n\`\`\``)
    .replaceAll(TABLE, (_, begin: string, name: string, end: string) => {
      const table = name === 'settings' ? settingsTable() : limitsTable();
      return `${begin}${table}\n${end}`;
    });

function outputOf(args: string): string {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  runCapacity(args.split(' '), { out: print, err: print });
  return lines.join('\n');
}

/** The load of the tables: the defaults of the command, with 200 partners. */
export const tableLoad = (peakPerSecond: number, largestPartnerShare = zipfShare(200)): Load => ({
  callsPerHour: (peakPerSecond * 3_600) / 3,
  peak: 3,
  partners: 200,
  summaryBytes: 500,
  failingShare: 0,
  receiverMs: 200,
  largestPartnerShare,
  apiRequestsPerHour: (peakPerSecond * 3_600) / 30,
});

const percent = (share: number) => `${Math.round(share * 100)} %`;

function settingsTable(): string {
  const head = ['calls a second', 'largest partner', 'main', 'slow', 'hung', 'recordCallConcurrency', 'ask AWS for'];
  const rows = RATES.flatMap((rate) =>
    LARGEST.map((share) => {
      const { settings, quotas } = planFor(tableLoad(rate, share));
      const { deliveryConcurrency, recordCallConcurrency } = settings.chosen;
      const { main, slow, hung } = deliveryConcurrency;
      return [
        ...[figure(rate), percent(share)],
        ...[main, slow, hung, recordCallConcurrency].map(String),
        quotas.map(({ what, ask }) => `${what}: ${ask}`).join('; ') || 'nothing',
      ];
    }),
  );
  return markdownTable(head, rows);
}

function limitsTable(): string {
  const [usual = [], half = []] = LARGEST.map((share) => planFor(tableLoad(500, share)).limits.prod);
  const rows = usual.slice(0, NEAREST_LIMITS).map(({ what, callsPerSecond, above }) => {
    const sameOfHalf = half.find((limit) => limit.what === what);
    return [what, figure(callsPerSecond), sameOfHalf ? figure(sameOfHalf.callsPerSecond) : '', above];
  });
  const head = ['limit', 'met at, calls a second', 'the same, if a partner has half of all calls', 'above it'];
  return markdownTable(head, rows);
}
