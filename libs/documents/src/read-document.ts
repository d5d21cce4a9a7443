import type { DocumentSettings } from './settings.js';
import { DamagedDocumentError, DocumentError, OversizedDocumentError } from './errors.js';
import { BudgetSpentError } from './document-budget.js';
import { DocumentReading, type DocumentReader } from './document-reader.js';
import type { ReadingSignals } from './reading-signals.js';

/** The document to read and its settings. */
interface DocumentSource {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly settings: DocumentSettings;
  readonly signals?: ReadingSignals;
}

/**
 * Runs a reader on a document. If a budget is exceeded or the document turns out to be damaged, the content written so
 * far is returned with a warning.
 *
 * @throws EncryptedDocumentError, DamagedDocumentError, OversizedDocumentError
 */
export async function readDocument(
  reader: DocumentReader,
  { bytes, url, settings, signals }: DocumentSource,
): Promise<DocumentReading> {
  const reading = new DocumentReading(settings, url, signals);
  try {
    await reader(bytes, reading);
    if (reading.tree.isEmpty && reading.brokenPart !== null)
      throw new DamagedDocumentError(`its part ${reading.brokenPart} ends early`);
  } catch (error) {
    endEarly(reading, error);
  }
  return reading;
}

function endEarly(reading: DocumentReading, thrown: unknown): void {
  const error = asDocumentError(thrown);
  const isPartial = error instanceof OversizedDocumentError || error instanceof DamagedDocumentError;
  if (thrown instanceof BudgetSpentError && thrown.item === 'pages' && reading.settings.isPartWanted) return;
  if (reading.tree.isEmpty || !isPartial) throw error;
  const reason = error.message.replace(/^The document is /, 'it is ');
  reading.warn(`The document was read in part: ${reason}; ${extentOf(reading)}`);
}

/** Inconsistent files make readers fail in unpredictable ways, which is reported as damage. */
function asDocumentError(error: unknown): unknown {
  if (error instanceof DocumentError) return error;
  if (error instanceof BudgetSpentError) return new OversizedDocumentError(error.message, { cause: error });
  return new DamagedDocumentError('its parts contradict each other', { cause: error });
}

function extentOf({ pages, tree }: DocumentReading): string {
  const characters = `${tree.characters} characters were read`;
  return pages > 0 ? `${characters} of ${pages} ${pages === 1 ? 'page' : 'pages'}` : characters;
}
