import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../../local/data-dir/file-names.ts';
import { engineRecord } from '../../../local/engines/engines.ts';
import type { Service } from '../../support/service/service.ts';
import type { BarPlot, Figure } from '../figure.ts';
import { burst } from './recorder.ts';
import type { PipelineWorld } from './world.ts';

const CALLERS = 8;

/** Clock ticks of /proc are hundredths of a second on Linux. */
const MS_PER_TICK = 10;

/** Parts by thread name. A worker thread has the name of its function, cut at 15 characters. Node names the others. */
const HOST_PARTS: Readonly<Record<string, string>> = {
  MainThread: 'host (mappings, Lambda, logs)',
  V8Worker: "V8's compiler and garbage collector",
  'record-call': 'record-call',
  relay: 'relay',
  'deliver-webhook': 'deliver-webhook',
};

/** Measures the CPU time of one event by part of the service, without the load and the receivers. */
export async function cpuOfAnEvent(world: PipelineWorld, events: number) {
  const before = cpuByPart(world.ready);
  await world.ledger.delivered(await burst(world.recorder, world.callsOf(10), events, CALLERS));
  const parts = Object.entries(cpuByPart(world.ready))
    .map(([name, ms]) => ({ name, value: (ms - (before[name] ?? 0)) / events }))
    .toSorted((one, other) => other.value - one.value);
  const figures = parts.map(({ name, value }): Figure => ({ name: `CPU: ${name}`, value, unit: 'ms' }));
  const plot: BarPlot = {
    name: 'pipeline-cpu',
    title: 'CPU of an event, by part of the service',
    valueLabel: 'milliseconds',
    kind: 'bars',
    bars: parts.map((part) => ({ name: part.name, parts: [{ name: 'CPU', value: part.value }] })),
  };
  return { figures, plot };
}

/** Returns the milliseconds of CPU that each part of a local service has used. Empty on systems without /proc. */
function cpuByPart({ pid, dataDir }: Service['ready']): Readonly<Record<string, number>> {
  const used: Record<string, number> = {};
  const add = (part: string, ms: number) => {
    used[part] = (used[part] ?? 0) + ms;
  };
  for (const { thread, ms } of threadsOf(pid)) add(HOST_PARTS[thread] ?? 'other threads of the host', ms);
  const engines = engineRecord.parse(JSON.parse(readFileSync(join(dataDir, FILES.engines), 'utf8')));
  for (const engine of engines) {
    const part = engine.commandLine.includes('dynoxide') ? 'table engine' : 'queue engine';
    for (const { ms } of threadsOf(engine.pid)) add(part, ms);
  }
  return used;
}

function threadsOf(pid: number) {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).map((id) => {
      const stat = readFileSync(join(folder, id, 'stat'), 'utf8');
      const end = stat.lastIndexOf(')');
      // After the name come the state, ten fields, and the ticks in user and in system mode.
      const fields = stat.slice(end + 2).split(' ');
      const ticks = Number(fields[11]) + Number(fields[12]);
      return { thread: stat.slice(stat.indexOf('(') + 1, end), ms: ticks * MS_PER_TICK };
    });
  } catch {
    return [];
  }
}
