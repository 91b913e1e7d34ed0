/** Where the list of sections stands above the text instead of beside it, it begins folded. */
export function foldOnPhones(): void {
  const sections = document.querySelector<HTMLDetailsElement>('.sections details');
  const beside = matchMedia('(min-width: 60rem)');
  const fold = () => {
    if (sections) sections.open = beside.matches;
  };
  beside.addEventListener('change', fold);
  fold();
}

/** A link to a folded part opens it. */
export function openWhatIsLinked(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
}
