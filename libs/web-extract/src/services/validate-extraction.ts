import { compileSchema } from '../engine/extraction/compile-schema.js';
import type { ExtractionRequest } from '../model/extraction.js';

/** Checks that the schema of an extraction is one. @throws InvalidRequestError naming `extraction.schema` */
export async function validateExtraction(extraction: ExtractionRequest | undefined): Promise<void> {
  if (extraction?.schema) await compileSchema(extraction.schema, ['extraction', 'schema']);
}
