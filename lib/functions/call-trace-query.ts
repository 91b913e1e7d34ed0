import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { callLogGroups, callTraceQuery } from '../../shared/names/call-trace.ts';
import { logGroupPrefix } from './log-names.ts';

/** Stands in the query for the id of a call. A person replaces it. */
const PLACEHOLDER = 'CALL_ID';

/** The query of `operator call trace`, saved for people who have only the CloudWatch console. */
export class CallTraceQuery extends CfnQueryDefinition {
  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id, {
      // The console shows the part before the bar as a folder.
      name: `partner-lines-${stage}/call-trace`,
      logGroupNames: callLogGroups(logGroupPrefix(stage)),
      queryString: callTraceQuery(PLACEHOLDER),
    });
  }
}
