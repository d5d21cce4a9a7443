import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlRequest } from 'nestjs-web-extract';
import { CommandError } from '../command';
import { refuseOverwriting, type CrawlOutput } from './crawl-output';
import { refuseLink, replaceText } from './safe-files';

/** The request of the crawl, written at its start. */
const REQUEST_FILE = 'request.json';
/** The library's data directory. */
const DATA = 'data';

/**
 * Prepares the folder that a crawl is kept in until its output is complete, or finds the one that it began in.
 * @returns the library's data directory in it
 * @throws CommandError when another crawl is kept there, or its output would be mixed with something else
 */
export async function prepareState(output: CrawlOutput, request: CrawlRequest): Promise<string> {
  const { path, statePath } = output;
  const requestText = JSON.stringify(request);
  await refuseLink(statePath);
  const names = await readdir(statePath).catch(noSuchFolder);
  if (names?.includes(REQUEST_FILE)) {
    const begun = await readFile(join(statePath, REQUEST_FILE), 'utf8');
    if (begun === requestText) return join(statePath, DATA);
    throw new CommandError(
      `${path} belongs to a crawl of ${(JSON.parse(begun) as CrawlRequest).url} with other options: give the same, or remove ${statePath}`,
    );
  }
  if (names?.some((name) => !name.startsWith(REQUEST_FILE)))
    throw new CommandError(`${statePath} is not empty: remove it, or name another output`);
  await refuseOverwriting(output);
  await mkdir(statePath, { recursive: true, mode: 0o700 });
  await replaceText(join(statePath, REQUEST_FILE), requestText, 0o600);
  return join(statePath, DATA);
}

/** Removes the state files only. */
export async function removeState({ statePath }: CrawlOutput): Promise<void> {
  await rm(join(statePath, DATA), { recursive: true, force: true });
  await rm(join(statePath, REQUEST_FILE), { force: true });
  await rmdir(statePath).catch(() => {}); // other files were added to it
}

function noSuchFolder(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
