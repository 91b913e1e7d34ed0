import type { CallItem } from '../../../shared/store/calls/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { START_MS } from '../../support/functions/deliveries.ts';
import type { Item } from '../memory-table/values.ts';
import { itemsOfPartner } from '../partner-items.ts';

export { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
export { START_MS };
/** The time for which a claim must exclude others, even if the functions under test have a shorter lease. */
export const LEASE_MS = 60_000;

/** A partner with most of the calls, and another beside it. */
export const PARTNER_IDS = ['pt_00000000000000000000000001', 'pt_00000000000000000000000002'] as const;
export const hookUrl = (version: number) => `https://partner.example/hook-${version}`;

export interface PlannedCall extends Pick<CallItem, 'callId' | 'tenantId' | 'partnerId' | 'summary'> {
  readonly finishedAtMs: number;
}

export const tenantOf = (partnerId: string) => partnerId.replace('pt_', 'tn_');

/** Returns the secret of the nth rotation, counted from 1. */
export const secretOfRotation = (number: number) => `whsec_${String(number).padStart(64, '0')}`;

export const opened = (ciphertext: unknown) => Buffer.from(String(ciphertext), 'base64').toString();

/** Returns the items of a partner with a line and an entry in the registry, perhaps with a webhook. */
export const partnerItems = (partnerId: string, hasWebhook: boolean): Item[] => [
  { ...keys.registryEntry(partnerId), partnerId },
  ...itemsOfPartner({
    partnerId,
    lineIds: [tenantOf(partnerId)],
    ...(hasWebhook ? { url: hookUrl(1) } : {}),
  }),
];
