/**
 * A partner's program that creates lines, ten at a time, and prints them as JSON. Arguments: base URL, key, number of
 * lines. An unhandled error ends it with a non-zero exit code.
 */
import { type Line, PartnerLines } from '../../../clients/typescript/src/index.ts';

const [baseUrl = '', apiKey = '', count = '0'] = process.argv.slice(2);
const client = new PartnerLines({ baseUrl, apiKey, wait: (milliseconds) => shortly(milliseconds / 100) });
const names = Array.from({ length: Number(count) }, (_, index) => `line-${index}`);
const lines: Line[] = [];

await Promise.all(Array.from({ length: 10 }, work));
process.stdout.write(JSON.stringify(lines));

async function work(): Promise<void> {
  for (let externalId = names.pop(); externalId !== undefined; externalId = names.pop()) {
    lines.push(await client.createLine({ name: 'Corner Cafe', region: 'ca', externalId }));
  }
}

function shortly(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
