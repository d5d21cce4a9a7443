import type { RecognizedText, TextRecognitionRequest, TextRecognizer } from '../model/page/document.js';

/** Recognises the text of scans. Absent when the host configured none. */
export abstract class DocumentTextRecognizer implements TextRecognizer {
  /**
   * Recognises text on the pages asked for. Pages without any may be missing in the answer; others than those asked for, and
   * what is beyond 200,000 characters of a page, is left out. It may be called several times side by side.
   *
   * @param signal fires when the time is over or nobody waits any more: what comes later is thrown away
   * @throws anything: the document is answered without its text, with the message as a warning
   */
  abstract recognize(
    request: TextRecognitionRequest,
    signal: AbortSignal,
  ): Promise<readonly RecognizedText[]>;
}
