/** A program for the far network. It sends the events of each scenario, and prints the outcomes as JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startFarReceiver } from './receiver.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

async function deliver(scenario: Scenario) {
  const receiver = await startFarReceiver(scenario);
  const sendTwo = async (gapMs: number) => {
    const send = receiver.sender();
    const first = await send();
    await sleep(gapMs);
    return [first, await send()];
  };
  const outcomes = (await Promise.all(scenario.gapsMs.map(sendTwo))).flat();
  await receiver.close();
  return { behaviour: scenario.behaviour, outcomes, requests: receiver.requests() };
}

process.stdout.write(JSON.stringify(await Promise.all(SCENARIOS.map(deliver))));
