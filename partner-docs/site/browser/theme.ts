const THEMES = ['auto', 'light', 'dark'] as const;
const KEY = 'partner-lines-theme';

/** A button that cycles through auto (the setting of the system), light and dark. The browser remembers the choice. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (!button) return;
  let at = Math.max(THEMES.indexOf(stored() as (typeof THEMES)[number]), 0);
  const show = () => {
    const theme = THEMES[at] ?? 'auto';
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    show();
    keep(THEMES[at] ?? 'auto');
  });
  show();
}

/** Some browsers block storage for pages opened from disk. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the choice holds for this page only.
  }
}
