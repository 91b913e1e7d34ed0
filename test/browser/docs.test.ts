import { afterAll, beforeAll } from '@jest/globals';
import { docsWorkFromDisk } from './docs/from-disk.ts';
import { docsWorkFromService } from './docs/from-service.ts';
import { closeBrowser, startBrowser } from './docs/pages-in-browser.ts';

// All tests of the documentation are in one file, because each further file would start another browser. All pages from
// disk come before all others: a change between them costs Chromium a new process.
beforeAll(startBrowser);
afterAll(closeBrowser);

docsWorkFromDisk();
docsWorkFromService();
