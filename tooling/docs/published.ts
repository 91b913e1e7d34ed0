import type { Tarballs } from '../../partner-docs/packages/downloads.ts';
import { PACKAGES_FOLDER } from '../../partner-docs/packages/downloads.ts';
import { Problem } from '../command-line/problem.ts';

/** Fetches a published file. Returns undefined if there is no file at the URL. */
export type FetchFile = (address: string) => Promise<Buffer | undefined>;

export interface Kept {
  readonly tarballs: Tarballs;
  /** The files that keep their published content, although this build made different content. */
  readonly unchanged: readonly string[];
}

/**
 * Returns the tarballs to publish. A published version keeps its content, because partners' lock files have its hash,
 * and `npm ci` fails if the content changes.
 */
export async function replaceWithPublished(tarballs: Tarballs, docsUrl: string, fetchFile: FetchFile): Promise<Kept> {
  const unchanged: string[] = [];
  const kept = await Promise.all(
    [...tarballs].map(async ([file, content]) => {
      const published = await fetchFile(`${docsUrl}/${PACKAGES_FOLDER}/${file}`);
      if (published && !published.equals(content)) unchanged.push(file);
      return [file, published ?? content] as const;
    }),
  );
  return { tarballs: new Map(kept), unchanged };
}

const FETCH_LIMIT_MS = 30_000;
/** The first two bytes of a gzip file. Some hosts respond with 200 and a page if they do not have the file. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Fetches a published file. Returns undefined for a 4xx or a content that is not gzip. Throws a Problem if the host does
 * not respond or returns 5xx, which can happen before the first publication.
 */
export async function fetchPublished(address: string): Promise<Buffer | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) }).catch(() => undefined);
  if (response === undefined || response.status >= 500)
    throw new Problem(
      `${address} cannot be read, so it is unknown whether this version is published. If nothing is published yet, add --first.`,
    );
  const content = Buffer.from(await response.arrayBuffer());
  return response.ok && content.subarray(0, GZIP.length).equals(GZIP) ? content : undefined;
}
