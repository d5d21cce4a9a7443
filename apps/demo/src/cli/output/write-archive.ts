import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from './safe-files';

/** Writes a file that is either complete or absent. @throws the reason of the signal */
export async function writeArchive(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, async (file) => {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      await file.appendFile(chunk);
    }
    await file.sync();
  });
}
