import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { consoleActs } from './console/actions.ts';
import {
  callPath,
  closeConsole,
  forgetComplaints,
  openConsole,
  partner,
  tenantId,
} from './console/console-in-browser.ts';
import { everyPageIsAccessible, type PagesOfConsole } from './console/pages.ts';
import { consoleFindsThings } from './console/searches.ts';

// All tests of the console are in one file, because each further file would start another browser.
beforeAll(openConsole);
afterAll(closeConsole);
beforeEach(forgetComplaints);

consoleFindsThings();
consoleActs();

const PAGES: PagesOfConsole = [
  ['overview', () => '/'],
  ['partners', () => '/partners'],
  ['partner', () => `/partners/${partner.partnerId}`],
  ['line', () => `/lines/${tenantId}`],
  ['delivery', callPath],
  ['refused', () => '/refused'],
  ['search', () => '/search?q=acme'],
  ['deliveries', () => '/deliveries'],
  ['objectives', () => '/objectives'],
  ['runbook-index', () => '/runbook'],
  ['queues', () => '/queues'],
  ['alarms', () => '/alarms'],
  ['audit', () => '/audit'],
  ['runbook', () => '/runbook/replay'],
];
everyPageIsAccessible(PAGES);
