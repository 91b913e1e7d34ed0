import { finishRelease, setIntegration, setPlan } from '../../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { revokeKey, rotateKey, setPartnerState, setQuota } from '../../../operator/records/partner-changes.ts';
import { findAgent, findAgentForUpdate, saveAgent } from '../../../shared/store/lines/agents.ts';
import { createLine } from '../../../shared/store/lines/creation.ts';
import { findDelegation, findLine, listLines } from '../../../shared/store/lines/lines.ts';
import { releaseLine, terminateLine } from '../../../shared/store/lines/termination.ts';
import { findApiKey } from '../../../shared/store/partners/api-keys.ts';
import { findPartner, listPartners } from '../../../shared/store/partners/partners.ts';
import { countRequest } from '../../../shared/store/partners/rate-counters.ts';
import { findWaitingSecret } from '../../../shared/store/webhooks/secret-item.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { findWebhook, registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { type Choice, namesOf, type StoreCall, type World } from './world.ts';

const partnerOf = ({ partnerIds }: World, { partner }: Choice) => partnerIds[partner] ?? '';
const isoNow = ({ nowMs }: World) => new Date(nowMs).toISOString();

/** The store calls that partners, operators and retries make for partners and lines. */
export const LINE_STORES: Readonly<Record<string, StoreCall>> = {
  createLine(world, choice) {
    const names = namesOf(world, choice);
    const line = { ...names, name: 'Corner Cafe', region: 'kr', status: 'active', createdAt: isoNow(world) } as const;
    const idempotency = { key: `key-${world.run}-${choice.dice % 2}`, bodyHash: `body-${choice.line}` };
    const newLine = {
      line,
      agent: { greeting: 'Hello' },
      response: '{}',
      idempotency: choice.isOdd ? idempotency : undefined,
    };
    return createLine(world.table, newLine, world.nowMs);
  },
  listLines: async ({ table, ...world }, choice) => {
    const { lastSortKey } = await listLines(table, partnerOf({ table, ...world }, choice), { limit: 1 });
    if (lastSortKey) await listLines(table, partnerOf({ table, ...world }, choice), { limit: 2, after: lastSortKey });
  },
  findDelegation(world, choice) {
    const { partnerId, tenantId } = namesOf(world, choice);
    return findDelegation(world.table, partnerId, tenantId);
  },
  findLine: (world, choice) => findLine(world.table, namesOf(world, choice).tenantId),
  attachNumber: (world, choice) =>
    attachNumber(asOperator(world.table), namesOf(world, choice).tenantId, `+82-${world.run}-${choice.dice % 2}`),
  releaseNumber: (world, choice) => detachNumber(asOperator(world.table), namesOf(world, choice).tenantId),
  setPlan: (world, choice) =>
    setPlan(
      asOperator(world.table),
      namesOf(world, choice).tenantId,
      choice.isOdd ? { tier: 'basic' } : { status: null },
    ),
  setIntegration: (world, choice) =>
    setIntegration(
      asOperator(world.table),
      namesOf(world, choice).tenantId,
      choice.dice === 0 ? 'providerA' : 'providerB',
      choice.isOdd,
    ),
  terminateLine: (world, choice) =>
    terminateLine(world.table, namesOf(world, choice), {
      reason: choice.dice === 0 ? undefined : 'closed',
      purge: choice.isOdd,
      nowMs: world.nowMs,
      token: `token-${choice.dice}`,
    }),
  releaseLine: (world, choice) =>
    releaseLine(world.table, namesOf(world, choice), { purge: choice.isOdd, token: `token-${choice.dice}` }),
  finishRelease: (world, choice) =>
    finishRelease(asOperator(world.table), namesOf(world, choice).tenantId, `token-${choice.dice}`),
  async saveAgent(world, choice) {
    const names = namesOf(world, choice);
    const agent = await findAgent(world.table, names.tenantId);
    const version = choice.isOdd ? agent.version : choice.dice;
    await saveAgent(world.table, names, { version, settings: { greeting: `Hello ${choice.dice}` } });
  },
  findAgentForUpdate(world, choice) {
    const { tenantId } = namesOf(world, choice);
    return findAgentForUpdate(world.table, tenantId, { withOwner: choice.isOdd });
  },
  registerWebhook: (world, choice) =>
    registerWebhook(
      { table: world.table, decrypt: async () => 'secret', nowMs: () => world.nowMs },
      partnerOf(world, choice),
      { url: `https://example.org/${choice.dice}`, events: ['call.completed'] },
    ),
  findWaitingSecret: (world, choice) => findWaitingSecret(world.table, partnerOf(world, choice)),
  findWebhook: (world, choice) => findWebhook(world.table, partnerOf(world, choice)),
  rotateSecret: (world, choice) =>
    storeWaitingSecret(
      world.table,
      partnerOf(world, choice),
      { ciphertext: `sealed-${choice.dice}`, hint: `000${choice.dice}` },
      world.nowMs,
    ),
  setPartnerState: (world, choice) =>
    setPartnerState(asOperator(world.table), partnerOf(world, choice), choice.isOdd ? 'suspended' : 'active'),
  setQuota: (world, choice) =>
    setQuota(asOperator(world.table), partnerOf(world, choice), choice.isOdd ? undefined : choice.dice),
  setQuotaOfNobody: (world, choice) =>
    setQuota(asOperator(world.table), 'nobody', choice.isOdd ? undefined : choice.dice),
  revokeKey: (world, choice) => revokeKey(asOperator(world.table), partnerOf(world, choice)),
  rotateKey: (world, choice) => rotateKey(asOperator(world.table), partnerOf(world, choice)),
  async findApiKey(world, choice) {
    const partner = await findPartner(world.table, partnerOf(world, choice));
    await findApiKey(world.table, partner?.keyHash ?? '');
  },
  listPartners: ({ table }) => listPartners(table),
  countRequest: ({ table, run }, { dice }) =>
    countRequest(table, `path-${run}-${dice}`, { startUnixSeconds: dice, endUnixSeconds: dice + 300 }),
};
