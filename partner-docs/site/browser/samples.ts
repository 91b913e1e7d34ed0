import { keep, stored } from './storage.ts';

const KEY = 'partner-lines-language';

/** Shows all samples of the page in the language that the reader chose last. */
export function startSamples(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>('.samples details')];
  const show = (language: string) => {
    for (const sample of samples) if (sample.dataset['language'] === language) sample.open = true;
  };
  const kept = stored(KEY);
  if (kept !== null) show(kept);
  for (const sample of samples) {
    sample.querySelector('summary')?.addEventListener('click', () => {
      const { language } = sample.dataset;
      if (sample.open || language === undefined) return;
      keep(KEY, language);
      show(language);
    });
  }
}
