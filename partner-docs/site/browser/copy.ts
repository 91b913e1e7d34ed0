/** Adds a copy button to each block of code, if the browser permits copying. */
export function startCopying(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block: Element, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
    () => (button.textContent = 'Copied'),
    () => (button.textContent = 'Not permitted'),
  );
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}
