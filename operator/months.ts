/** Returns the start of each month (UTC) from one time back to another, newest first. */
export function* monthsBack(newestMs: number, oldestMs: number): Generator<number> {
  for (let monthMs = startOfMonth(newestMs); monthMs >= startOfMonth(oldestMs); monthMs = startOfMonth(monthMs - 1)) {
    yield monthMs;
  }
}

const startOfMonth = (timeMs: number) => {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
};
