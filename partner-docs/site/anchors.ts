import type { Operation } from './openapi.ts';

/** The files of the pages, in the order of the navigation. */
export const PAGES = {
  guide: 'index.html',
  webhooks: 'webhooks.html',
  testing: 'testing.html',
  errors: 'errors.html',
  reference: 'reference.html',
  clients: 'clients.html',
  changes: 'changes.html',
} as const;

export type PageName = keyof typeof PAGES;

export const TITLES: Readonly<Record<PageName, string>> = {
  guide: 'Guide',
  webhooks: 'Webhooks',
  testing: 'Testing',
  errors: 'Errors',
  reference: 'API reference',
  clients: 'Packages',
  changes: 'Changes',
};

/** The ids of the parts of a page. Links and their targets use the same functions, so that they match. */
export const anchors = {
  operation: ({ operationId }: Pick<Operation, 'operationId'>) => operationId,
  schema: (name: string) => `object-${name}`,
  code: (code: string) => code,
  status: (status: string) => `status-${status}`,
  sample: (file: string) => `sample-${file}`,
  heading: (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
};

export const linkTo = {
  operation: (operation: Pick<Operation, 'operationId'>) => `${PAGES.reference}#${anchors.operation(operation)}`,
  schema: (name: string) => `${PAGES.reference}#${anchors.schema(name)}`,
  code: (code: string) => `${PAGES.errors}#${anchors.code(code)}`,
  status: (status: string) => `${PAGES.errors}#${anchors.status(status)}`,
  sample: (page: PageName, file: string) => `${PAGES[page]}#${anchors.sample(file)}`,
};
