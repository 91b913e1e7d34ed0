import { logGroupPrefix, stageOfStack, stagePrefix } from '../../../shared/names/stage-names.ts';
import { DEFAULT_DATA_DIR, LOG_FILE } from '../../../tooling/data-folder.ts';
import { queryString } from '../protocol/pages.ts';
import { shellWord } from '../protocol/shell-word.ts';

/** The values for the placeholders of the runbook. */
export interface Ids {
  /** The beginning of an operator command line for this service. */
  readonly operator: string;
  /** The data folder of a local service. */
  readonly dataDir?: string | undefined;
  /** The name of the stack, such as `partner-lines-prod-service`. */
  readonly service: string;
  /** The name of an alarm. Some names end with the name of a function. */
  readonly alarm?: string | undefined;
  /** The ids of the page on which somebody opened the runbook. */
  readonly partner?: string | undefined;
  readonly line?: string | undefined;
  readonly call?: string | undefined;
}

/** Fills values into code. For a local service, removes what is only for AWS, so the result can be empty. */
export type Fill = (code: string) => string;

/** Returns the known ids as the query of a URL, for a link to another section. */
export const idsQuery = ({ alarm, partner, line, call }: Ids): string => queryString({ alarm, partner, line, call });

/** Matches the shell function `operator` at the beginning of a line, or after `do` in a loop. */
const OPERATOR = /(^|\bdo )operator (?=[a-z])/gm;
const LOCAL_LOG = `${DEFAULT_DATA_DIR}/${LOG_FILE}`;
/** Matches a line with the shell function `logs`: a log, how far to look back, and perhaps words or a pattern. */
const LOGS = /^logs (\S+) (\d+[mhd])(?: (.+))?$/gm;
/** Matches a line that is only for a local service. */
const LOCAL_LINES = /^# local: .*\n?/gm;
const REPLACED_LINES = /^.*\n# local: /gm;
/** Matches a command of the AWS CLI with its continuation lines. Its output may be assigned to a variable. */
const AWS_LINES = /^(?:\w+=\$\()?aws (?:.*\\\n)*.*\n?/gm;
const PLACEHOLDERS = /(--partner|--tenant|--call) ([PTC])\b/g;

/**
 * Returns a function that fills known values into code. The placeholder `P`, `T` or `C` of an unknown partner, line or
 * call stays. Sentences of the runbook are not changed, because the same letters can mean something else there.
 */
export function placeholderFiller({ operator, service, dataDir, alarm, partner, line, call }: Ids): Fill {
  const stage = stageOfStack(service) ?? 'prod';
  const functionName = /^partner-lines-[a-z\d-]+?-(?:fault|many-faults|errors|throttles|duration)-([a-z-]+)$/.exec(
    alarm ?? '',
  )?.[1];
  const forThisService = (code: string) =>
    dataDir === undefined
      ? code.replaceAll(LOCAL_LINES, '').replaceAll(LOGS, tailCommand)
      : code
          .replaceAll(REPLACED_LINES, '')
          .replaceAll(LOGS, grepCommand)
          .replaceAll(AWS_LINES, '')
          // The replacement is a function, because `$` in a string is special, and a folder's name can contain `$`.
          .replaceAll(LOCAL_LOG, () => `${shellWord(dataDir)}/${LOG_FILE}`);
  const idOf: Readonly<Record<string, string | undefined>> = { P: partner, T: line, C: call };
  return (code) =>
    forThisService(code)
      .replaceAll(OPERATOR, (_, before: string) => `${before}${operator} `)
      .replaceAll(stagePrefix('prod'), stagePrefix(stage))
      .replaceAll(`${logGroupPrefix('prod')}/`, `${logGroupPrefix(stage)}/`)
      .replaceAll(/\bNAME\b/g, functionName ?? 'NAME')
      // The placeholders are replaced last and together, because an id can look like another placeholder.
      .replaceAll(PLACEHOLDERS, (whole, option: string, placeholder: string) => {
        const id = idOf[placeholder];
        return id === undefined ? whole : `${option} ${shellWord(id)}`;
      });
}

const tailCommand = (_: string, log: string, since: string, pattern?: string) =>
  `aws logs tail ${logGroupPrefix('prod')}/${log} --since ${since}${pattern === undefined ? '' : ` --filter-pattern ${pattern}`}`;

/** Returns the command that searches the log of a local service, which has one log for all functions. */
function grepCommand(_: string, log: string, _since: string, pattern?: string): string {
  const words = pattern?.replaceAll(/['"]/g, '');
  return `grep '"${log}"' ${LOCAL_LOG}${words === undefined ? '' : ` | grep '${words}'`} | tail`;
}
