import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { failureBody, RATE_LIMITED, UNCODED_STATUS } from '../../shared/contract/failures-without-code.ts';
import { NO_STORE, RETRY_AFTER } from '../../shared/contract/response-headers.ts';
import { WAF_WINDOW_SECONDS } from './flood-limits.ts';

/**
 * Blocks a flood of requests of one address before it reaches the authorizer. The authorizer counts requests for the
 * contract's rate limit, per address and path. Only WAF stops a client that varies the path, because WAF counts all
 * requests of an address, though only roughly.
 */
export class WebAcl extends Construct {
  constructor(
    scope: Construct,
    id: string,
    stage: Stage,
    { requestsPerAddress }: { readonly requestsPerAddress: number },
  ) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibleAs('shield'),
      customResponseBodies: {
        limited: { contentType: 'APPLICATION_JSON', content: JSON.stringify(failureBody(RATE_LIMITED)) },
      },
      rules: [
        {
          name: 'requests-of-one-address',
          priority: 0,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: requestsPerAddress,
              evaluationWindowSec: WAF_WINDOW_SECONDS,
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: UNCODED_STATUS.rateLimited,
                customResponseBodyKey: 'limited',
                responseHeaders: [{ name: RETRY_AFTER, value: String(WAF_WINDOW_SECONDS) }, NO_STORE],
              },
            },
          },
          visibilityConfig: visibleAs('requests-of-one-address'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'OnApi', { resourceArn: stage.stageArn, webAclArn: acl.attrArn });
  }
}

/** WAF counts requests but keeps no samples, because samples show headers, and so API keys. */
const visibleAs = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
