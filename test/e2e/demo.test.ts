import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PARTNERS } from '../../local/demo/partners.ts';
import { listenersOf } from '../support/machine/listeners.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { processesOf } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const LINES = PARTNERS.flatMap(({ businesses }) => businesses.map(({ name }) => name));

interface Partner {
  readonly partnerId: string;
  readonly name: string;
}
interface Row {
  readonly callId: string;
  readonly status: string;
  readonly attempts: number;
}

describe('`npm start -- --demo`', () => {
  const service = ownService(['--demo']);
  const { dataDir } = service;

  const log = () => readFileSync(service.ready.logFile, 'utf8');
  const partners = () => operator<Partner[]>(dataDir, ['partner', 'list']);
  const lineNames = async () => {
    const listed = (await partners()).map(({ partnerId }) =>
      operator<{ name: string }[]>(dataDir, ['line', 'list', '--partner', partnerId]),
    );
    return (await Promise.all(listed)).flat().map(({ name }) => name);
  };
  const deliveriesOf = async (behaviour: string) => {
    const wanted = PARTNERS.find((partner) => partner.behaviour === behaviour)?.name;
    const { partnerId = '' } = (await partners()).find(({ name }) => name === wanted) ?? {};
    return operator<Row[]>(dataDir, ['delivery', 'list', '--partner', partnerId]);
  };
  /** Waits until the event of a new call is delivered to the healthy partner. This must happen after each start. */
  const isLively = async () => {
    const before = new Set((await deliveriesOf('healthy')).map(({ callId }) => callId));
    await until(async () =>
      (await deliveriesOf('healthy')).some(({ callId, status }) => status === 'delivered' && !before.has(callId)),
    );
  };

  it('`npm start -- --demo` prints what it simulates and where its data is', () => {
    const [, lines = ''] = /\n\n(Demo: .*)$/s.exec(service.output()) ?? [];
    expect(lines.trimEnd().split('\n').slice(0, 3)).toEqual([
      `Demo: 6 partners with ${LINES.length} lines. Their receivers are healthy, slow, failing, flapping and strict.`,
      expect.stringContaining('A simulated voice platform records'),
      expect.stringContaining(`add --data ${service.ready.dataDir}`),
    ]);
  });

  it('`npm start -- --demo` records calls by invocation and through the queue', async () => {
    await isLively();
    await until(() => /"message":"Call recorded".*"service":"record-call"/.test(log()));
    await until(() => /"message":"Call recorded".*"service":"intake"/.test(log()));
    await until(async () =>
      (await deliveriesOf('failing')).some(({ status, attempts }) => status === 'pending' && attempts > 0),
    );
    // The terminal prints no line for each call or request, because such lines would move the sentences of the demo out
    // of sight.
    expect(service.output()).not.toMatch(/webhook call_|GET \/v1/);
  });

  it('`npm start -- --demo` listens only on the loopback address', () => {
    expect(listenersOf(processesOf(dataDir)).filter(({ host }) => host !== '127.0.0.1')).toEqual([]);
  });

  it('`npm start -- --demo` keeps its partners and lines after kill -9', async () => {
    const before = { partners: await partners(), lines: await lineNames() };
    expect(before.lines.toSorted()).toEqual(LINES.toSorted());
    const strict = before.partners.find(({ name }) => name === 'Prairie Reception');
    await operator(dataDir, ['partner', 'suspend', '--partner', strict?.partnerId ?? '']);
    await service.kill();
    await service.start();
    expect(service.output()).toContain('The demo continues without Prairie Reception: PUT /v1/webhooks was rejected');
    expect((await partners()).map(({ partnerId }) => partnerId)).toEqual(
      before.partners.map(({ partnerId }) => partnerId),
    );
    expect(await lineNames()).toEqual(before.lines);
    await isLively();
  });

  it('`npm start -- --demo` leaves no process running after Ctrl+C', async () => {
    process.kill(service.ready.pid, 'SIGINT');
    await until(() => processesOf(dataDir).length === 0);
    // What is under way while the service stops can still be reported.
    expect(service.output()).toMatch(/ Stopping$/m);
  });
});
