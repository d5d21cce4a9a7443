import { compileSchema } from '../engine/extraction/compile-schema.js';
import { InvalidRequestError } from '../model/errors.js';
import type { ExtractionRequest } from '../model/extraction.js';

/** Checks that something is asked for, and that a schema is one. @throws InvalidRequestError naming `extraction…` */
export async function validateExtraction(extraction: ExtractionRequest | undefined): Promise<void> {
  if (!extraction) return;
  const { schema, prompt } = extraction;
  if (schema) await compileSchema(schema, ['extraction', 'schema']);
  else if (!prompt?.trim()) {
    throw new InvalidRequestError([
      { path: ['extraction'], message: 'extraction needs a schema or a prompt' },
    ]);
  }
}
