import { shellWord } from '../protocol/shell-word.ts';

/** What the placeholders of the runbook stand for. */
export interface Ids {
  /** How a command line of the operator begins for this service. */
  readonly operator: string;
  /** The data folder of a local service. */
  readonly dataDir?: string | undefined;
  /** The name of the stack, such as `partner-lines-prod-service`. */
  readonly service: string;
  /** The alarm for which the section is read. An alarm of a function ends with the function's name. */
  readonly alarm?: string | undefined;
  /** The partner, the line or the call from whose page somebody has come. */
  readonly partner?: string | undefined;
  readonly line?: string | undefined;
  readonly call?: string | undefined;
}

/** Returns the code with what is known. Empty if all of it is only for AWS, and the service is a local one. */
export type Fill = (code: string) => string;

/** Returns the query that takes the ids to another section. Empty if none is known. */
export function queryOf({ alarm, partner, line, call }: Ids): string {
  const known = Object.entries({ alarm, partner, line, call }).filter((entry): entry is [string, string] => !!entry[1]);
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

/** The runbook defines the shell functions `operator` and `logs` at its top. A loop runs it after `do`. */
const OPERATOR = /(^|\bdo )operator (?=[a-z])/gm;
const LOCAL_LOG = '.local/service.log';
/** A name of a log, how far to look back, and words or a pattern of CloudWatch. */
const LOGS = /^logs (\S+) (\d+[mhd])(?: (.+))?$/gm;
/** A command that is only for a local service, and the one above it that it replaces. */
const LOCAL_LINES = /^# local: .*\n?/gm;
const REPLACED_LINES = /^.*\n# local: /gm;
/** A command of the AWS CLI, with the lines that continue it. Its output may become a variable. */
const AWS_LINES = /^(?:\w+=\$\()?aws (?:.*\\\n)*.*\n?/gm;
const PLACEHOLDERS = /(--partner|--tenant|--call) ([PTC])\b/g;

/**
 * Fills in what is known. Without a partner, a line and a call, `P`, `T` and `C` stay, because an alarm concerns many. Only
 * code is filled in: in sentences, the same words may mean something else.
 */
export function fillerOf({ operator, service, dataDir, alarm, partner, line, call }: Ids): Fill {
  const stage = /^partner-lines-(.+)-service$/.exec(service)?.[1] ?? 'prod';
  const functionName = /^partner-lines-[a-z\d-]+?-(?:fault|many-faults|errors|throttles|duration)-([a-z-]+)$/.exec(
    alarm ?? '',
  )?.[1];
  const forThisService = (code: string) =>
    dataDir === undefined
      ? code.replaceAll(LOCAL_LINES, '').replaceAll(LOGS, tail)
      : code
          .replaceAll(REPLACED_LINES, '')
          .replaceAll(LOGS, grep)
          .replaceAll(AWS_LINES, '')
          // A function, because a string would be a pattern in which `$` has a meaning, and a folder's name may contain it.
          .replaceAll(LOCAL_LOG, () => `${shellWord(dataDir)}/service.log`);
  const idOf: Readonly<Record<string, string | undefined>> = { P: partner, T: line, C: call };
  return (code) =>
    forThisService(code)
      .replaceAll(OPERATOR, (_, before: string) => `${before}${operator} `)
      .replaceAll('partner-lines-prod', `partner-lines-${stage}`)
      .replaceAll('/partner-lines/prod/', `/partner-lines/${stage}/`)
      .replaceAll(/\bNAME\b/g, functionName ?? 'NAME')
      // At last and all at once, because an id may look like another placeholder.
      .replaceAll(PLACEHOLDERS, (whole, option: string, placeholder: string) => {
        const id = idOf[placeholder];
        return id === undefined ? whole : `${option} ${shellWord(id)}`;
      });
}

const tail = (_: string, log: string, since: string, pattern?: string) =>
  `aws logs tail /partner-lines/prod/${log} --since ${since}${pattern === undefined ? '' : ` --filter-pattern ${pattern}`}`;

/** A local service has one log for all functions. */
function grep(_: string, log: string, _since: string, pattern?: string): string {
  const words = pattern?.replaceAll(/['"]/g, '');
  return `grep '"${log}"' ${LOCAL_LOG}${words === undefined ? '' : ` | grep '${words}'`} | tail`;
}
