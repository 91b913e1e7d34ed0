interface Mistake {
  /** What the rules find. Completes the sentence "CloudFormation's rules find …". */
  readonly what: string;
  readonly stack: 'stateful' | 'service';
  readonly right: string;
  readonly wrong: string;
  /** Matches the rule and its finding. */
  readonly finding: RegExp;
}

/** Mistakes that CloudFormation would reject only during the deployment. */
export const MISTAKES: readonly Mistake[] = [
  {
    what: 'an unknown enum value',
    ...{ stack: 'stateful', right: '"KEYS_ONLY"', wrong: '"KEY_ONLY"' },
    finding: /^W3030.*'KEY_ONLY'/,
  },
  {
    what: 'a misspelt property',
    ...{ stack: 'stateful', right: '"RetentionInDays"', wrong: '"RetentionInDay"' },
    finding: /^F3002 RetentionInDay:/,
  },
  {
    what: 'a missing property',
    ...{ stack: 'stateful', right: '"KeySchema"', wrong: '"KeySchemas"' },
    finding: /^F3003.*'KeySchema' is a required property/,
  },
  {
    what: 'a misspelt deletion policy',
    ...{ stack: 'stateful', right: '"RetainExceptOnCreate"', wrong: '"RetainOnCreate"' },
    finding: /^F3016.*'RetainOnCreate'/,
  },
  {
    what: 'an unknown Lambda runtime',
    ...{ stack: 'service', right: '"nodejs24.x"', wrong: '"nodejs42.x"' },
    finding: /^W3030.*'nodejs42.x'/,
  },
  {
    what: 'an unknown value for loop detection',
    ...{ stack: 'service', right: '"RecursiveLoop":"Allow"', wrong: '"RecursiveLoop":"Alow"' },
    finding: /^W3030 RecursiveLoop:/,
  },
  {
    what: 'text instead of a number',
    stack: 'service',
    right: '"ReservedConcurrentExecutions":80',
    wrong: '"ReservedConcurrentExecutions":"70 of them"',
    finding: /^F3012 ReservedConcurrentExecutions:/,
  },
  {
    what: 'a schedule that EventBridge cannot read',
    ...{ stack: 'service', right: 'rate(5 minutes)', wrong: 'every 5 minutes' },
    finding: /^E3027/,
  },
];
