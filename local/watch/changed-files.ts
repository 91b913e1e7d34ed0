import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

interface Settings {
  readonly root: string;
  /**
   * Folders to watch, with their subfolders, and files. All are in the root folder, and need not exist yet.
   */
  readonly paths: readonly string[];
  /**
   * Called with the files that were written, created or deleted, relative to the root. Several writes in a row count as
   * one change, because editors write a file in several steps.
   */
  readonly onChange: (files: ReadonlySet<string>) => void;
  readonly onFault: (fault: unknown) => void;
}

/** A change is reported when no write has followed for this long. */
const QUIET_MS = 50;

/** Reports whether a file is hidden, or is a draft or a lock of an editor. */
const isScratch = (name: string) => /^\.|~$|\.sw[a-z]$|\.tmp$/.test(name);

/**
 * Watches each folder instead of each file, because a watch on a file is lost when an editor replaces the file. Returns
 * a function that stops watching.
 */
export function watchFiles({ root, paths, onChange, onFault }: Settings): () => void {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const report = () => {
    const files = new Set(changed);
    changed.clear();
    onChange(files);
  };
  const note = (file: string) => {
    changed.add(relative(root, file));
    clearTimeout(timer);
    timer = setTimeout(report, QUIET_MS);
  };
  const kindOf = (path: string) => statSync(path, { throwIfNoEntry: false });

  const watchFolder = (folder: string, isWanted: (name: string) => boolean) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name === null || isScratch(name) || !isWanted(name)) return;
      const path = join(folder, name);
      // If the path was a folder, that folder was deleted or replaced, and its watchers report nothing more.
      unwatchTree(path);
      if (kindOf(path)?.isDirectory()) watchTree(path, note);
      else note(path);
    });
    watcher.on('error', onFault);
    watchers.set(folder, watcher);
  };
  const unwatchTree = (path: string) => {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  };
  /**
   * Watches a folder and its subfolders, and calls `onFile` for each file in them. The watch itself does not report
   * files of a new folder that are older than the watch.
   */
  const watchTree = (folder: string, onFile: (file: string) => void = () => undefined) => {
    watchFolder(folder, () => true);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) watchTree(path, onFile);
      else if (!isScratch(entry.name)) onFile(path);
    }
  };

  for (const path of paths) if (kindOf(join(root, path))?.isDirectory()) watchTree(join(root, path));
  watchFolder(root, (name) => paths.includes(name));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
