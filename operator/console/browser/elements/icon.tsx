/** The paths of icons of 16 by 16 pixels, drawn in the colour of the text. */
const PATHS = {
  alarms: 'M8 2a4 4 0 0 0-4 4c0 4-1.5 5-1.5 5h11S12 10 12 6a4 4 0 0 0-4-4M6.5 13.5a1.6 1.6 0 0 0 3 0',
  audit: 'M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2.5',
  command: 'M2.5 3.5h11v9h-11zM5 6.5 7 8 5 9.5M8.5 10H11',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  deliveries: 'M2 8h10M8.5 4.5 12 8l-3.5 3.5M14 3v10',
  done: 'M3 8.5 6.5 12 13 4.5',
  link: 'M6.5 9.5a2.5 2.5 0 0 0 3.7.2l2-2a2.5 2.5 0 0 0-3.6-3.6l-.9.9M9.5 6.5a2.5 2.5 0 0 0-3.7-.2l-2 2a2.5 2.5 0 0 0 3.6 3.6l.9-.9',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  objectives: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  overview: 'M2.5 2.5h4v5h-4zM9.5 2.5h4v3h-4zM2.5 10.5h4v3h-4zM9.5 8.5h4v5h-4z',
  pages: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  partners:
    'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3M2 13c0-2.3 1.8-3.6 4-3.6s4 1.3 4 3.6M10.5 3.3a2.2 2.2 0 0 1 0 4.1M11.5 9.7c1.6.5 2.5 1.6 2.5 3.3',
  queues: 'M8 2 2 5l6 3 6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  refused: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M3.8 3.8l8.4 8.4',
  runbook: 'M3 3h4a1.5 1.5 0 0 1 1 .6A1.5 1.5 0 0 1 9 3h4v9.5H9a1.5 1.5 0 0 0-1 .6 1.5 1.5 0 0 0-1-.6H3zM8 3.6v9.4',
} as const;
export type IconName = keyof typeof PATHS;

/** Screen readers skip the icon, because its control has a text or a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
