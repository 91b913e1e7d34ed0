import { signal } from '@preact/signals';

const TICK_MS = 1_000;

/** How far the service's clock is ahead of the clock of this browser. */
let aheadMs = 0;

/** The time of the service's clock. It is updated every second while the page is visible. */
export const now = signal(Date.now());

/** Sets the clock by the time in a response. */
export function setClock(nowMs: number): void {
  aheadMs = nowMs - Date.now();
  tick();
}

const tick = () => {
  now.value = Date.now() + aheadMs;
};

export function startClock(): void {
  setInterval(() => document.visibilityState === 'visible' && tick(), TICK_MS);
}
