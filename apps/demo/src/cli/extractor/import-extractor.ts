import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandError } from '../command';

/** Name of the extractor of the file. */
export const IMPORTED = 'command-line';

/** Imports the extractor of a file into an application, unless that was done by an earlier run of the command. @throws CommandError if it is none */
export async function importExtractor(
  app: INestApplicationContext,
  file: string,
  owner?: string,
): Promise<void> {
  const { ExtractorService } = await import('nestjs-web-extract');
  try {
    const program = JSON.parse(await readFile(file, 'utf8')) as unknown;
    const origin = owner === undefined ? {} : { owner };
    await app.get(ExtractorService).import(program, { name: IMPORTED, heal: 'off' }, origin);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EXTRACTOR_EXISTS') return;
    throw new CommandError(`${file} is no extractor: ${(error as Error).message}`, { cause: error });
  }
}
