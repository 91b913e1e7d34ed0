import { keep, stored } from './storage.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const KEY = 'partner-lines-theme';

/** A button that cycles through auto (the setting of the system), light and dark. The browser remembers the choice. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (!button) return;
  let at = Math.max(THEMES.indexOf(stored(KEY) as (typeof THEMES)[number]), 0);
  const show = () => {
    const theme = THEMES[at] ?? 'auto';
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    show();
    keep(KEY, THEMES[at] ?? 'auto');
  });
  show();
}
