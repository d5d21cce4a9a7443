import { UsageError } from './command';
import { findLocalFile, readLocalFile } from './local-file';
import { readUrlList } from './url-list';

/** A page to fetch, or a document to convert. */
export type ScrapeTarget =
  | { readonly kind: 'url'; readonly name: string }
  | {
      readonly kind: 'document';
      readonly name: string;
      read(): Promise<{ bytes: Buffer; fileName?: string }>;
    };

/** Longest input that is read from the standard input. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/**
 * Resolves the words of the command line. `-` is the standard input: lines of URLs, or a document.
 * @throws UsageError without a target, for a bad line of a list; CommandError when a file is missing
 */
export async function readTargets(words: readonly string[]): Promise<readonly ScrapeTarget[]> {
  if (words.length === 0 || words.some((word) => word.trim() === '')) {
    throw new UsageError('address or file is missing');
  }
  if (words.filter((word) => word === '-').length > 1) throw new UsageError('- may be given once');
  const targets = await Promise.all(words.map((word) => (word === '-' ? fromInput() : [fromWord(word)])));
  return Promise.all(targets.flat());
}

async function fromWord(word: string): Promise<ScrapeTarget> {
  const path = await findLocalFile(word);
  return path === null
    ? { kind: 'url', name: word }
    : { kind: 'document', name: word, read: () => readLocalFile(path) };
}

async function fromInput(): Promise<readonly ScrapeTarget[]> {
  const bytes = await readInput();
  const urls = readUrlList(bytes);
  if (urls) return urls.map((name) => ({ kind: 'url', name }));
  return [{ kind: 'document', name: '-', read: async () => ({ bytes }) }];
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw new UsageError('the standard input is larger than 256 MiB');
    chunks.push(chunk);
  }
  if (size === 0) throw new UsageError('the standard input is empty');
  return Buffer.concat(chunks);
}
