import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that is either complete or absent. @throws the reason of the signal */
export async function writeArchive(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const draft = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeAll(draft, chunks, signal);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeAll(path: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'w');
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
