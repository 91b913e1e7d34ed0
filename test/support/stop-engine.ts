export default async function stopEngine(): Promise<void> {
  await globalThis.testEngine?.stop();
}
