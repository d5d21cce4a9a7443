import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { EXTRACTION_FILE, WORKER_FILE } from './worker-file.js';

/** Paths of the scripts of worker threads. */
export interface WorkerScripts {
  readonly worker: string;
  readonly compute: string;
}

/** @param folder directory that holds the scripts; absent: that of the library itself */
export function workerScripts(folder?: string): WorkerScripts {
  if (folder === undefined) return { worker: WORKER_FILE, compute: EXTRACTION_FILE };
  const pathOf = (file: string) => join(resolve(folder), basename(file));
  return { worker: pathOf(WORKER_FILE), compute: pathOf(EXTRACTION_FILE) };
}

/** @throws Error when a script is missing, as in an application that was bundled into one file */
export function checkWorkerPath(folder?: string): void {
  const missing = Object.values(workerScripts(folder)).find((path) => !existsSync(path));
  if (missing === undefined) return;
  throw new Error(
    `workerPath: there is no worker script ${missing}: an application that bundles nestjs-web-extract must keep the package external, ` +
      'or set workerPath to the directory dist/cjs of the installed package',
  );
}
