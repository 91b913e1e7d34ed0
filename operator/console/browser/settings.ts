import { signal } from '@preact/signals';
import { UTC, type Zone } from './time.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The key of the theme in the browser's storage. The pages for partners use the same key. */
const THEME_KEY = 'partner-lines-theme';
const ZONE_KEY = 'partner-lines-zone';

let known: Zone | undefined;
/** Returns the reader's time zone. Asking the browser takes 40 ms, so the zone is kept. */
function browserZone(): Zone {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}

const storedTheme = THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY));
export const theme = signal<Theme>(storedTheme ?? 'auto');
/** The time zone of times on the pages: UTC, as in logs, or that of the reader. */
export const zone = signal<Zone>(localStorage.getItem(ZONE_KEY) === 'own' ? browserZone() : UTC);

const isUtc = () => zone.value === UTC;
/** Returns the time zone to which `switchZone` changes. */
export const otherZone = () => (isUtc() ? browserZone() : UTC);

export function switchZone(): void {
  zone.value = otherZone();
  localStorage.setItem(ZONE_KEY, isUtc() ? 'utc' : 'own');
}

export function switchTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  localStorage.setItem(THEME_KEY, theme.value);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}
