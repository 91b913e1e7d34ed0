import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { obstacleToSmallDisks, type SmallDisk, smallDisk } from '../support/machine/small-disk.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { type Service, startService } from '../support/service/service.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const obstacle = obstacleToSmallDisks();
const describeOnSmallDisk = obstacle ? describe.skip : describe; // no small disk can be made here; printed below
if (obstacle) process.stderr.write(`NOT TESTED, whether the service survives a full disk: ${obstacle}\n`);

const SIZE_MB = 16;
const FLAGS = ['--allow-local-webhooks', '--retry-base-seconds', '0.2', '--sweep-every-seconds', '1'];
const calls = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    callId: `call-${from + n}`,
    summary: 'Asked for a table at seven. '.repeat(40),
  }));

describeOnSmallDisk('the local service on a disk that becomes full', () => {
  let disk: SmallDisk;
  let service: Service;
  let receiver: Receiver;
  let partner: PartnerWorld;
  let tenantId: string;
  let dataDir: string;
  const readyFile = join(tmpdir(), `full-disk-${process.pid}.json`);
  /** Calls for which the voice platform got a success. */
  const accepted: string[] = [];

  beforeAll(async () => {
    disk = await smallDisk(SIZE_MB);
    dataDir = join(disk.outside, 'data');
    service = await startService(join(disk.inside, 'data'), FLAGS, { through: disk.through, readyFile });
    receiver = await startReceiver((_request, nth) => (nth === 1 ? 503 : 200));
    partner = await newPartner({}, { ...service.ready, dataDir });
    ({ tenantId } = await partner.createLine());
    await partner.registerWebhook(receiver.url);
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.close();
    await disk?.remove();
    rmSync(readyFile, { force: true });
  });

  const record = async (from: number, count: number) => {
    const recorded = await partner.recordCalls(tenantId, calls(from, count));
    accepted.push(...recorded.map(({ callId }) => callId));
  };
  const newLine = () =>
    partner.call('POST', '/v1/tenants', { body: { name: 'x', region: 'kr', externalId: 'while-full' } });
  const delivered = (callId: string) => receiver.requestsFor(callId).length >= 2;
  const saidOf = (text: string) => service.output().split(text).length - 1;

  it("the local service returns 500 with the contract's body while its disk is full", async () => {
    await record(0, 5);
    disk.fill();
    const responses = await Promise.all([
      ...['/v1/whoami', '/v1/tenants', `/v1/tenants/${tenantId}/calls`].map((path) => partner.call('GET', path)),
      newLine(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    for (const { text } of responses) expect(JSON.parse(text)).toEqual({ error: 'Internal server error' });
    await expect(record(100, 1)).rejects.toThrow();

    expect(saidOf('is full: requests fail and deliveries wait until there is room')).toBe(1);
    expect(service.output()).not.toMatch(/failed|Error|ENOSPC/);
  });

  it('the local service works again without a restart once its disk has room', async () => {
    disk.free();
    await until(async () => (await partner.call('GET', '/v1/whoami')).status === 200);
    await until(() => saidOf('has room again') === 1);
    const created = await newLine();
    expect(created.status).toBe(201);
    await record(200, 5);
  });

  it('the local service delivers every call that it accepted before and after its disk was full', async () => {
    await until(() => accepted.every(delivered));
    expect(accepted).toHaveLength(10);
    const list = await partner.call('GET', `/v1/tenants/${tenantId}/calls?limit=50`);
    expect(
      list
        .json<{ calls: { callId: string }[] }>()
        .calls.map(({ callId }) => callId)
        .sort(),
    ).toEqual(accepted.sort());
    expect(receiver.requestsFor('call-100')).toEqual([]);
  });

  it('the local service logs the requests that failed because its disk was full', async () => {
    const lines = () => readFileSync(join(dataDir, 'service.log'), 'utf8').trimEnd().split('\n');
    await until(() => lines().some((line) => line.includes('The log could not be written for a while')));
    const records = lines().map((line): { message?: string; droppedLines?: number; status?: number } =>
      JSON.parse(line),
    );
    expect(records.find(({ droppedLines }) => droppedLines !== undefined)).toMatchObject({ droppedLines: 0 });
    expect(
      records.filter(({ message, status }) => message === 'request' && status === 500).length,
    ).toBeGreaterThanOrEqual(4);
  });
});
