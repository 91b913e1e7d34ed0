import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Line } from '../../shared/store/lines/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { put, type Write } from '../../shared/store/table/transactions.ts';
import { AUDIT_KEPT_DAYS } from '../console/protocol/limits.ts';

export interface Change {
  readonly table: Table;
  readonly nowMs: () => number;
  /** Returns who makes the change: an ARN on AWS, the user of this machine for the local service. */
  readonly actor: () => Promise<string>;
  /** The name of the command, such as `partner suspend`. Every tool that makes this change uses the same name. */
  readonly action: string;
  /** Why the operator makes the change, if a reason was given. */
  readonly reason: string | undefined;
  /** Adds a sentence about a problem, which the operator reads below the result. The command's exit code becomes 1. */
  readonly addProblem: (sentence: string) => void;
}

/** The subject of a change. It contains no secrets, phone numbers or content of calls. */
export interface Subject {
  /** What is changed, such as `partner pt_…` or `mapping deliver`. */
  readonly target: string;
  /** Absent if the change concerns no single partner, or the partner is not known. */
  readonly partnerId?: string | undefined;
  /** How a change ended, or the new value of a setting. */
  readonly outcome?: string | undefined;
}

export const partnerSubject = (partnerId: string): Subject => ({ target: `partner ${partnerId}`, partnerId });

export const lineSubject = ({ tenantId, partnerId }: Pick<Line, 'tenantId' | 'partnerId'>): Subject => ({
  target: `line ${tenantId}`,
  partnerId,
});

/** The state of a change that is not one transaction. If the tool dies, the state stays `started`. */
export type EntryState = 'started' | 'done' | 'failed';

export const KEPT_MS = AUDIT_KEPT_DAYS * 24 * 60 * 60 * 1000;

export const auditEntry = z.object({
  atMs: z.int(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  reason: z.string().optional(),
  partnerId: z.string().optional(),
  /** An `EntryState`. Absent if the entry was written in one transaction with the change. */
  state: z.string().optional(),
  outcome: z.string().optional(),
  expiresAtUnixSeconds: z.int(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Makes an entry with its key, so that a second write replaces the entry instead of adding another. */
export async function newEntry({ nowMs, actor, action, reason }: Change) {
  const atMs = nowMs();
  return {
    ...keys.auditEntry(atMs, randomBytes(8).toString('hex')),
    atMs,
    actor: await actor(),
    action,
    reason,
    expiresAtUnixSeconds: Math.floor((atMs + KEPT_MS) / 1000),
  };
}

/** Returns the write of an entry, which belongs in the transaction of the change. */
export const auditEntryWrite = async (change: Change, subject: Subject): Promise<Write> =>
  put({ ...(await newEntry(change)), ...subject });
