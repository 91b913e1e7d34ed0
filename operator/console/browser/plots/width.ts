import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Measures the width of an element in pixels, before the first paint and after each change. A chart of exactly this
 * width is not scaled, so its text keeps its size.
 */
export function useWidth(): { readonly part: RefObject<HTMLDivElement | null>; readonly width: number } {
  const part = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useLayoutEffect(() => {
    if (!part.current) return;
    width.value = part.current.clientWidth;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) width.value = Math.floor(entry.contentRect.width);
    });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, []);
  return { part, width: width.value };
}
