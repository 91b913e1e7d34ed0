import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Props {
  /** The name of the button. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Shows a button that opens a list of actions. A closed list stays in the document, because a dialog in it can be open. */
export function Menu({ name, children }: Props) {
  const isOpen = useSignal(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    isOpen.value = false;
  };
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) close();
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isOpen.value) return;
      close();
      opener.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, []);
  return (
    <span class="menu" ref={whole}>
      <button
        type="button"
        class="icon-only"
        ref={opener}
        aria-label={name}
        title={name}
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a button in it was pressed. */}
      <div id={id} class={isOpen.value ? 'menu-items open' : 'menu-items'} onClick={close}>
        {children}
      </div>
    </span>
  );
}
