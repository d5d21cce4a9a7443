import type { DocumentSettings } from '../model/page/document.js';
import { DocumentDamagedError, DocumentTooLargeError, WebExtractError } from '../model/errors.js';
import { BudgetSpentError } from './document-budget.js';
import { DocumentReading, type DocumentReader } from './document-reader.js';

/** What is to be read, and how. */
interface DocumentSource {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly settings: DocumentSettings;
}

/**
 * Runs a reader over a document. What was written before a budget was spent, or before the document turned out to be damaged,
 * is an answer that says so.
 *
 * @throws DocumentEncryptedError, DocumentDamagedError, DocumentTooLargeError
 */
export async function readDocument(
  reader: DocumentReader,
  { bytes, url, settings }: DocumentSource,
): Promise<DocumentReading> {
  const reading = new DocumentReading(settings, url);
  try {
    await reader(bytes, reading);
  } catch (error) {
    endEarly(reading, error);
  }
  return reading;
}

function endEarly(reading: DocumentReading, thrown: unknown): void {
  const error = asDocumentError(thrown);
  const isPartial = error instanceof DocumentTooLargeError || error instanceof DocumentDamagedError;
  if (thrown instanceof BudgetSpentError && thrown.item === 'pages' && reading.settings.isPartWanted) return;
  if (reading.tree.isEmpty || !isPartial) throw error;
  const reason = error.message.replace(/^The document is /, 'it is ');
  reading.warn(`Only a part of the document came out: ${reason}; ${extentOf(reading)}`);
}

/** Files that contradict themselves make readers fail in ways that nobody foresees: that is damage too. */
function asDocumentError(error: unknown): unknown {
  if (error instanceof WebExtractError) return error;
  if (error instanceof BudgetSpentError) return new DocumentTooLargeError(error.message, { cause: error });
  return new DocumentDamagedError('its parts contradict each other', { cause: error });
}

function extentOf({ pages, tree }: DocumentReading): string {
  const characters = `${tree.characters} characters were read`;
  return pages > 0 ? `${characters} of ${pages} ${pages === 1 ? 'page' : 'pages'}` : characters;
}
