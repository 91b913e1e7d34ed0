import { globSync, readFileSync } from 'node:fs';
import * as apigateway from '@aws-sdk/client-api-gateway';
import * as cloudformation from '@aws-sdk/client-cloudformation';
import * as cloudwatch from '@aws-sdk/client-cloudwatch';
import * as deploy from '@aws-sdk/client-codedeploy';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as iam from '@aws-sdk/client-iam';
import * as kms from '@aws-sdk/client-kms';
import * as lambda from '@aws-sdk/client-lambda';
import * as sns from '@aws-sdk/client-sns';
import * as sts from '@aws-sdk/client-sts';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { actionsLike } from '../lib/rights/policy-words.ts';

type Model = Readonly<Record<string, unknown>>;
const MODELS: Readonly<Record<string, Model>> = {
  ...{ apigateway, cloudformation, cloudwatch, deploy, dynamodb, iam, kms, lambda, sns, sts },
};
/** Services of whose SDK no client is installed, and their names in IAM. Only the command is checked, not its options. */
const IN_IAM: Readonly<Record<string, string>> = {
  cloudfront: 'cloudfront',
  events: 'events',
  health: 'health',
  resourcegroupstaggingapi: 'tag',
  s3api: 's3',
  'service-quotas': 'servicequotas',
  xray: 'xray',
};
/** Commands that the AWS CLI makes itself, without a request of this name. */
const OF_THE_CLI = ['logs tail', 's3 mb', 's3 sync', 'sso login'];
/** Options that the AWS CLI calls differently, because their own name begins like a global option. */
const RENAMED: Readonly<Record<string, string>> = { 'notification-endpoint': 'endpoint' };
/** Options that the AWS CLI adds to commands. */
const GLOBAL = ['query', 'output', 'region', 'profile', 'max-items'];

/** The schema of a request in the SDK: the fifth entry of an operation is its input, and that of an input its members. */
const operation = z.tuple([z.unknown(), z.unknown(), z.unknown(), z.unknown()]).rest(z.unknown());
const input = z.tuple([z.unknown(), z.unknown(), z.unknown(), z.unknown(), z.array(z.string())]).rest(z.unknown());

const pascal = (dashed: string) => dashed.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the options of a command in lower case without hyphens, or undefined if the service has no such command. */
function optionsOf(model: Model, command: string): string[] | undefined {
  // Without case, because the CLI writes `OpenIDConnect` as `open-id-connect`.
  const wanted = `${pascal(command)}$`.toLowerCase();
  const [, described] = Object.entries(model).find(([name]) => name.toLowerCase() === wanted) ?? [];
  const found = operation.safeParse(described).data?.[4];
  const schema: unknown = typeof found === 'function' ? found() : found;
  return schema === undefined ? undefined : input.parse(schema)[4].map((name) => name.toLowerCase());
}

interface Typed {
  readonly service: string;
  readonly command: string;
  readonly options: readonly string[];
}

/** Returns every command of the AWS CLI in a document. A backslash at the end continues the line. */
function commandsIn(text: string): Typed[] {
  const joined = text.replace(/\\\n\s*(?:#\s*)?/g, ' ');
  return [...joined.matchAll(/\baws ([a-z][a-z0-9-]+) ((?:wait )?[a-z][a-z0-9-]+)([^`|\n]*)/g)].map(
    ([, service = '', command = '', rest = '']) => ({
      service,
      command,
      options: [...rest.matchAll(/(?<=\s)--([a-z][a-z-]+)/g)].map(([, option = '']) => option),
    }),
  );
}

/** Returns what is wrong with a command, in words. */
async function problemsOf({ service, command, options }: Typed): Promise<string[]> {
  const action = IN_IAM[service];
  if (action !== undefined) {
    const known = await actionsLike(`${action}:${pascal(command)}`);
    return known.length === 1 ? [] : [`aws ${service} has no command ${command}`];
  }
  const model = MODELS[service];
  if (model === undefined) return [`no model of aws ${service} is known`];
  if (command.startsWith('wait ')) {
    const waiter = `waitUntil${pascal(command.slice('wait '.length))}`;
    return waiter in model ? [] : [`aws ${service} has no command ${command}`];
  }
  const known = optionsOf(model, command);
  if (known === undefined) return [`aws ${service} has no command ${command}`];
  // `--no-x` switches off the option x.
  const isKnown = (option: string) =>
    [RENAMED[option] ?? option, option.replace(/^no-/, '')].some((name) => known.includes(name.replaceAll('-', '')));
  const unknown = options.filter((option) => !GLOBAL.includes(option) && !isKnown(option));
  return unknown.map((option) => `aws ${service} ${command} has no option --${option}`);
}

const files = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs,operator,tooling}/**/*.{md,ts}')].sort();
const typed = files.flatMap((file) => commandsIn(readFileSync(file, 'utf8')));
const checked = typed.filter(({ service, command }) => !OF_THE_CLI.includes(`${service} ${command}`));
const named = checked.map((one) => [[one.service, one.command, ...one.options].join(' '), one] as const);

describe('the AWS CLI commands in documents and messages', () => {
  it('the check finds more than 30 AWS CLI commands in documents and messages', () => {
    expect(named.length).toBeGreaterThan(30);
  });

  it.each([...new Map(named)])(
    'a command of the AWS CLI in documents and messages exists, with its options if its SDK is installed: %s',
    async (_, one) => {
      expect(await problemsOf(one)).toEqual([]);
    },
  );

  it.each([
    ['aws kms enable-keys --key-id ARN', 'aws kms has no command enable-keys'],
    ['aws kms enable-key --key ARN', 'aws kms enable-key has no option --key'],
    ['aws deploy list-deploys', 'aws deploy has no command list-deploys'],
    ['aws dynamodb wait table-gone', 'aws dynamodb has no command wait table-gone'],
    ['aws nothing list-all', 'no model of aws nothing is known'],
  ])('the check of AWS CLI commands reports the wrong command or option: %s', async (line, problem) => {
    const [one] = commandsIn(line);
    expect(one && (await problemsOf(one))).toEqual([problem]);
  });
});
