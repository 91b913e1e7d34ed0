import { enableRequestForms, moveKeyToStorage } from './request-forms.ts';
import { startSearch } from './search.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_KEY = 'partner-lines-theme';

/** Shows the button that switches between auto (the setting of the system), light and dark. */
function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (!button) return;
  let at = Math.max(THEMES.indexOf(readStored(THEME_KEY) as (typeof THEMES)[number]), 0);
  const show = () => {
    const theme = THEMES[at] ?? 'auto';
    document.documentElement.dataset['theme'] = theme;
    // On a phone, the button shows only the name of the theme.
    button.innerHTML = `<span>Theme: </span>${theme}`;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    show();
    writeStored(THEME_KEY, THEMES[at] ?? 'auto');
  });
  show();
}

/** Adds a copy button to each block of code, if the browser permits copying. */
function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copyBlock(block, button));
    block.append(button);
  }
}

async function copyBlock(block: Element, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
    () => (button.textContent = 'Copied'),
    () => (button.textContent = 'Not permitted'),
  );
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}

/** Folds the list of sections on a screen where the list is above the text. */
function foldOnPhones(): void {
  const sections = document.querySelector<HTMLDetailsElement>('.sections details');
  const beside = matchMedia('(min-width: 60rem)');
  const fold = () => {
    if (sections) sections.open = beside.matches;
  };
  beside.addEventListener('change', fold);
  fold();
}

/**
 * Scrolls the list of pages to the link of this page, because the list is too wide for a phone. `scrollIntoView` would
 * also move the start of the Tab order behind the link that skips the navigation.
 */
function scrollToCurrentPageLink(): void {
  const list = document.querySelector('header nav');
  const current = list?.querySelector('[aria-current]');
  if (!list || !current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}

/** Opens a folded part of the page when a link leads to it. */
function openLinkedPart(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
}

const LANGUAGE_KEY = 'partner-lines-language';

/** Shows all samples of the page in the language that was chosen last. */
function showChosenLanguage(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>('.samples details')];
  const show = (language: string) => {
    for (const sample of samples) if (sample.dataset['language'] === language) sample.open = true;
  };
  const kept = readStored(LANGUAGE_KEY);
  if (kept !== null) show(kept);
  for (const sample of samples) {
    sample.querySelector('summary')?.addEventListener('click', () => {
      const { language } = sample.dataset;
      if (sample.open || language === undefined) return;
      writeStored(LANGUAGE_KEY, language);
      show(language);
    });
  }
}

moveKeyToStorage();
startTheme();
startSearch();
foldOnPhones();
scrollToCurrentPageLink();
openLinkedPart();
showChosenLanguage();
addCopyButtons();
enableRequestForms();

/** Reads a stored text. Returns null if the browser blocks storage, as some do for pages that are opened from disk. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the choice is valid for this page only.
  }
}
