import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RunbookSection } from '../../protocol/text.ts';
import { readRunbook } from '../api.ts';
import { Formatted } from './formatted.tsx';

interface Props {
  readonly heading: string;
  readonly alarm?: string;
}

/** Returns the section of a heading of the runbook, or the sentence that says why there is none. */
export function useRunbook({ heading, alarm }: Props) {
  const section = useSignal<RunbookSection | string | undefined>(undefined);
  useEffect(() => {
    readRunbook(heading, alarm).then(
      (found) => {
        section.value = found;
      },
      (error: unknown) => {
        section.value = error instanceof Error ? error.message : String(error);
      },
    );
  }, [heading, alarm]);
  return section.value;
}

/** The text of a heading of the runbook. */
export function Runbook({ section }: { readonly section: RunbookSection | string | undefined }) {
  if (section === undefined) return <p class="waiting">Loading…</p>;
  return typeof section === 'string' ? <p class="problem">{section}</p> : <Formatted nodes={section.blocks} />;
}
