/** Folds the list of sections on screens where it stands above the text instead of beside it. */
export function foldOnPhones(): void {
  const sections = document.querySelector<HTMLDetailsElement>('.sections details');
  const beside = matchMedia('(min-width: 60rem)');
  const fold = () => {
    if (sections) sections.open = beside.matches;
  };
  beside.addEventListener('change', fold);
  fold();
}

/** Opens a folded part when a link leads to it. */
export function openWhatIsLinked(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
}
