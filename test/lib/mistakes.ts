type Mistake = readonly [
  /** What the rules find. Completes the sentence "CloudFormation's rules find …". */
  what: string,
  stack: 'stateful' | 'service',
  right: string,
  wrong: string,
  /** Matches the rule and its finding. */
  finding: RegExp,
];

/** Mistakes that CloudFormation would reject only during the deployment. */
export const MISTAKES: readonly Mistake[] = [
  ['an unknown enum value', 'stateful', '"KEYS_ONLY"', '"KEY_ONLY"', /^W3030.*'KEY_ONLY'/],
  ['a misspelt property', 'stateful', '"RetentionInDays"', '"RetentionInDay"', /^F3002 RetentionInDay:/],
  ['a missing property', 'stateful', '"KeySchema"', '"KeySchemas"', /^F3003.*'KeySchema' is a required property/],
  ['a misspelt deletion policy', 'stateful', '"RetainExceptOnCreate"', '"RetainOnCreate"', /^F3016.*'RetainOnCreate'/],
  ['an unknown Lambda runtime', 'service', '"nodejs24.x"', '"nodejs42.x"', /^W3030.*'nodejs42.x'/],
  [
    'an unknown value for loop detection',
    'service',
    '"RecursiveLoop":"Allow"',
    '"RecursiveLoop":"Alow"',
    /^W3030 RecursiveLoop:/,
  ],
  [
    'text instead of a number',
    'service',
    '"ReservedConcurrentExecutions":80',
    '"ReservedConcurrentExecutions":"70 of them"',
    /^F3012 ReservedConcurrentExecutions:/,
  ],
  ['a schedule that EventBridge cannot read', 'service', 'rate(5 minutes)', 'every 5 minutes', /^E3027/],
];
