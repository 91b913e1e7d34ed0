import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DiskWatch, diskWatch } from '../../../local/data-dir/full-disk.ts';
import { obstacleToSmallDisks, type SmallDisk, smallDisk } from '../../support/machine/small-disk.ts';
import { until } from '../../support/until.ts';

const describeOnSmallDisk = obstacleToSmallDisks() ? describe.skip : describe; // test/local/full-disk.test.ts prints why
const ANY_FAULT = new Error('The caller could not be authorized');

describeOnSmallDisk('the watch on the disk', () => {
  let disk: SmallDisk;
  let watch: DiskWatch;
  let said: string[];
  beforeAll(async () => {
    disk = await smallDisk(4);
  });
  afterAll(() => disk.remove());
  beforeEach(() => {
    said = [];
    watch = diskWatch(disk.outside, (sentence) => said.push(sentence));
  });

  it('while the disk has room, a fault such as EIO is not attributed to a full disk', () => {
    expect([ANY_FAULT, 'text', Object.assign(new Error(), { code: 'EIO' })].map(watch.reportIfFull)).toEqual([
      false,
      false,
      false,
    ]);
    expect(said).toEqual([]);
  });

  it('every fault is attributed to a full disk while the disk is full', async () => {
    disk.fill();
    expect([watch.reportIfFull(ANY_FAULT), watch.reportIfFull(ANY_FAULT)]).toEqual([true, true]);
    expect(said).toEqual([
      `The disk of ${disk.outside} is full: requests fail and deliveries wait until there is room.`,
    ]);
    disk.free();
    await until(() => said.length === 2);
    expect(said[1]).toBe(`The disk of ${disk.outside} has room again.`);
    expect(watch.reportIfFull(ANY_FAULT)).toBe(false);
  });

  it.each(['ENOSPC', 'EDQUOT'])(
    'a write that failed with %s is attributed to a full disk, even if the disk seems to have room',
    (code) => {
      expect(watch.reportIfFull(Object.assign(new Error(), { code }))).toBe(true);
      expect(said).toHaveLength(1);
      watch.close();
    },
  );
});
