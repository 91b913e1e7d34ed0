/** Returns the folder of what the tests of a run share. `start-parts.ts` creates it. */
export function folderOfTheRun(): string {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) throw new Error('TEST_RUN_FOLDER is not set: test/support/start-parts.ts sets it');
  return folder;
}
