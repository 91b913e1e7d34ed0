/** How far the service's clock is moved. The host and the functions share the memory. */
export interface ClockMove {
  readonly memory: SharedArrayBuffer;
  movedMs(): number;
  moveTo(movedMs: number): void;
}

export function createClockMove(): ClockMove {
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const moved = new BigInt64Array(memory);
  return {
    memory,
    movedMs: () => Number(Atomics.load(moved, 0)),
    moveTo: (movedMs) => void Atomics.store(moved, 0, BigInt(Math.round(movedMs))),
  };
}
