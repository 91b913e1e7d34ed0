import { z } from 'zod';
import type { Target } from './target.ts';

/** What is printed, and what was refused beside it. */
export interface Outcome {
  /** Plain JSON. */
  readonly value: unknown;
  /** One sentence each; any makes the exit code 1. */
  readonly refusals?: readonly string[];
}

interface Spec<Options extends z.ZodObject> {
  readonly noun: string;
  /** Absent where the noun says it all: `sweep`. */
  readonly verb?: string;
  readonly summary: string;
  /** `dryRun` is `--dry-run`; an optional schema makes an optional flag; one that takes `true` needs no value. */
  readonly options: Options;
  run(target: Target, options: z.output<Options>): Promise<Outcome>;
}

/** One row of the command line's table. */
export interface Command extends Omit<Spec<z.ZodObject>, 'run'> {
  /** Checks the options; a `ZodError` is a wrong command line. Nothing is touched before. */
  prepare(options: unknown): (target: Target) => Promise<Outcome>;
}

export function command<Options extends z.ZodObject>({ run, ...spec }: Spec<Options>): Command {
  const prepare = (given: unknown) => {
    const options = spec.options.parse(given);
    return (target: Target) => run(target, options);
  };
  return { ...spec, prepare };
}

/** Options that more than one noun takes. */
export const given = {
  partner: z.string().min(1).describe('partner id'),
  tenant: z.string().min(1).describe('line id'),
  call: z.string().min(1).describe('call id'),
} as const;
