import { expect, it } from '@jest/globals';
import { buildAssets } from '../../../../operator/console/server/assets.ts';

it('the script and style sheet of the console are smaller than 128 KB in total', async () => {
  const { files } = await buildAssets();
  const sizeOf = (path: string) => Buffer.byteLength(files.get(path)?.content ?? '');
  expect(sizeOf('/console.js')).toBeGreaterThan(0);
  expect(sizeOf('/console.js') + sizeOf('/console.css')).toBeLessThan(128_000);
});
