import type { RecognizedText, TextRecognitionRequest, TextRecognizer } from '../model/page/document.js';

/** Recognizes text in scanned documents (OCR). Absent if the host has not configured a recognizer. */
export abstract class DocumentTextRecognizer implements TextRecognizer {
  /**
   * Recognizes text on the requested pages. Pages without text may be missing from the result. Other pages
   * than the requested ones, and text beyond 200,000 characters of a page, are ignored. May be called
   * concurrently.
   *
   * @param signal aborts on timeout or when the request is cancelled: later results are discarded
   * @throws any error: the document is returned without its text, with the error message as a warning
   */
  abstract recognize(
    request: TextRecognitionRequest,
    signal: AbortSignal,
  ): Promise<readonly RecognizedText[]>;
}
