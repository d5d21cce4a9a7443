import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from './command';

/** Can be nothing but a path: it begins as paths do, or ends as files do and no host. */
const IS_PATH =
  /^(?:\.{0,2}\/|\.{0,2}\\|~|[a-z]:\\)|^[^/:?#]+\.(?:html?|xhtml|pdf|docx?|xls[bx]?|pptx?|f?od[tsp]|rtf|epub)$/i;

/**
 * The path of a file that is meant; null when an address is. A file that is there wins: `./name` and `http://name` say which is meant.
 * @throws CommandError when a file is meant and is not there
 */
export async function findLocalFile(target: string): Promise<string | null> {
  if (/^https?:/i.test(target)) return null;
  const path = /^file:/i.test(target) ? fileUrlToPath(target) : target;
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return path;
  if (found && IS_PATH.test(path)) throw new CommandError(`${path} is no file`);
  if (!IS_PATH.test(path) && path === target) return null;
  throw new CommandError(`there is no file ${path}`);
}

export async function readLocalFile(path: string): Promise<{ bytes: Buffer; fileName: string }> {
  return { bytes: await readFile(path), fileName: basename(path) };
}

function fileUrlToPath(target: string): string {
  try {
    return fileURLToPath(target);
  } catch (error) {
    throw new CommandError(`${target} names no file`, { cause: error });
  }
}
