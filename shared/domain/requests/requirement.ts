import type * as z from 'zod/mini';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
};

/** Returns zod's message about an invalid value, in words for partners. A message in the schema takes precedence. */
export function describeRequirement(issue: z.core.$ZodRawIssue): string {
  if (!issue.path?.length && issue.code === 'invalid_type') return 'A JSON object is required';
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_big':
      return limitSentence(issue.origin, `at most ${issue.maximum}`);
    case 'too_small':
      return limitSentence(issue.origin, `at least ${issue.minimum}`);
    default:
      return 'is not valid';
  }
}

function limitSentence(origin: string, limit: string): string {
  const unit = { array: 'item', string: 'character' }[origin];
  if (unit === undefined) return `must be ${limit}`;
  return `must have ${limit} ${unit}${limit.endsWith(' 1') ? '' : 's'}`;
}
