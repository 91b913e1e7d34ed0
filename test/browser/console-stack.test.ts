import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { SERVICE_COMMANDS } from '../../operator/commands.ts';
import { connect } from '../../operator/connections/connect.ts';
import { apiPath } from '../../operator/console/protocol/paths-and-names.ts';
import { serveConsole } from '../../operator/console/start/serve.ts';
import { OPERATOR_RIGHTS } from '../../tooling/rights/policies/operator-rights.ts';
import { closeFakes } from '../support/aws/fake-aws.ts';
import { STACK, startRecordedStack, TROUBLED } from '../support/aws/recorded-stack.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator } from '../support/service/operator.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { running } from '../support/service/world.ts';
import { until } from '../support/until.ts';
import { startChromium } from './start-chromium.ts';

/** This many first attempts in a row must fail before a partner is failing. */
const CALLS = 5;

/**
 * `operator --stack S console`, with the clients of AWS's SDK as on a stack. They get recorded responses of AWS. The
 * table is that of the running local service.
 */
describe('the console of a deployed stack', () => {
  const before = { ...process.env };
  let aws: Awaited<ReturnType<typeof startRecordedStack>>;
  let served: Awaited<ReturnType<typeof serveConsole>>;
  let receiver: Receiver;
  let partner: Subscriber;
  let callId = '';
  let browser: Browser;
  let page: Page;

  const origin = () => new URL(served.consoleUrl).origin;
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const open = (path: string) => page.goto(origin() + path);

  beforeAll(async () => {
    receiver = await startReceiver(() => 410);
    partner = await subscriberAt(receiver.url, running());
    [{ callId } = { callId }] = await partner.record(CALLS);
    await partner.settledDeliveries();
    const health = ['partner', 'health', '--partner', partner.partnerId];
    await until(async () => (await operator<{ state: string }[]>(running().dataDir, health))[0]?.state === 'failing');

    aws = await startRecordedStack(TROUBLED, running().tableName);
    Object.assign(process.env, {
      ...{ AWS_ENDPOINT_URL: aws.endpoint, AWS_ENDPOINT_URL_DYNAMODB: running().dynamodbEndpoint },
      AWS_REGION: aws.region,
      AWS_ACCESS_KEY_ID: running().credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: running().credentials.secretAccessKey,
    });
    const target = await connect({ data: '.local', stack: STACK });
    served = await serveConsole(target, SERVICE_COMMANDS, { port: 0, isWritable: false, opensBrowser: false });
    browser = await startChromium();
    page = await browser.newPage();
    await page.goto(served.consoleUrl);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await closeFakes();
    await receiver?.close();
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  it("the overview of a stack's console shows alarms, failing partners and disabled mappings", async () => {
    await open('/');
    await page.getByText(STACK, { exact: true }).waitFor();
    await page.getByText('Read only').waitFor();
    await region('Health').getByText('Events of some calls arrive late.').waitFor();
    await region('Health').getByText('10 min ago').waitFor();
    await region('Failing partners').getByRole('link', { name: 'Acme' }).first().waitFor();
    await page.getByText('The mapping deliver-slow is Disabled').waitFor();
    await page
      .getByRole('figure', { name: 'Deliveries' })
      .getByText(/In the last 60 minutes: 3 delivered/)
      .waitFor();
  });

  it('the commands of a runbook section name the stack of the console', async () => {
    await open('/');
    const impact = 'Events of some calls arrive late.';
    await region('Health').getByRole('link', { name: impact }).first().click();
    const clicked = page.getByRole('article').filter({ hasText: impact }).first();
    await clicked.getByText(`npm run -s operator -- --stack ${STACK}`).first().waitFor();
    expect(await page.getByText('# local: ').count()).toBe(0);
  });

  it("a stack's console shows which deliveries of a partner failed", async () => {
    await open(`/partners/${partner.partnerId}`);
    await region('Deliveries').getByRole('row').filter({ hasText: 'status 410' }).first().waitFor();
    await page.getByRole('searchbox').fill(callId);
    await page.keyboard.press('Enter');
    await region('Delivery').getByText("The partner's fault: its receiver responded").waitFor();
    expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
  });

  it("a stack's console says that dead letters do not mean lost deliveries", async () => {
    await open('/queues');
    await region('Dead letters').getByText('1 message has failed. No delivery is lost').waitFor();
    expect(await page.getByRole('button', { name: /Disable/ }).count()).toBe(0);
  });

  it('the console shows how to start the console of another stack if a link is for that stack', async () => {
    await open(`/deliveries/${callId}?stack=${STACK}`);
    await page.getByRole('list', { name: 'Attempts' }).waitFor();
    await open(`/deliveries/${callId}?stack=partner-lines-dev-service`);
    await page.getByText('npm run -s operator -- --stack partner-lines-dev-service console').waitFor();
  });

  /**
   * Lists the messages of the queues. The server of the console then forgets the responses that it has kept, and
   * requests AWS again.
   */
  const listMessages = async () => {
    await open('/queues');
    const listed = page.waitForResponse(origin() + apiPath('dlq list'));
    await page.getByRole('button', { name: 'List the messages' }).click();
    await listed;
  };

  it("a stack's console names the right that an operator lacks", async () => {
    await listMessages();
    await page.getByText('is not authorized to perform: sqs:ReceiveMessage').waitFor();
  });

  it('the console of a stack shows `No new data` while AWS does not respond', async () => {
    await listMessages();
    aws.network.isDown = true;
    await open('/alarms');
    await page.getByText('No new data').first().waitFor();
    aws.network.isDown = false;
    await page.getByText('Events of some calls arrive late.').first().waitFor();
  });

  it("a stack's console sends only requests that the rights for operators allow", () => {
    const granted = OPERATOR_RIGHTS.flatMap(({ rights }) =>
      rights.flatMap(([, service, ...names]) => names.map((name) => `${service}:${name}`)),
    );
    const asked = [...aws.actions()].sort();
    expect(asked).toEqual(expect.arrayContaining(['cloudwatch:GetMetricData', 'sqs:GetQueueAttributes']));
    expect(asked.filter((action) => !granted.includes(action))).toEqual([]);
  });
});
