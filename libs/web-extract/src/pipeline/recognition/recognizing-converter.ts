import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { Converter, type ConversionTurn } from '../../ports/converter.port.js';
import type { DocumentTextRecognizer } from '../../ports/document-text-recognizer.port.js';
import { conversionTimeMs, readingTimeMs } from '../../convert/documents/document-settings.js';
import { recognizePictures } from './recognize-pictures.js';

/**
 * The second conversion takes about as long as the first; more time is reserved in case the machine has
 * become busy.
 */
const SECOND_FACTOR = 2;
const SECOND_MS = 500;

/**
 * A converter with text recognition: a first conversion lists the images of a document, the recognizer runs
 * on the host, and a second conversion inserts the text. No state is kept between the conversions.
 */
export class RecognizingConverter extends Converter {
  constructor(
    private readonly converter: Converter,
    private readonly recognizer: DocumentTextRecognizer,
  ) {
    super();
  }

  async convert(
    request: ConversionRequest,
    signal: AbortSignal = new AbortController().signal,
    turn?: ConversionTurn,
  ): Promise<Conversion> {
    const { documents } = request;
    if (!documents) return this.converter.convert(request, signal, turn);
    const startedAt = performance.now();
    const leftMs = () => startedAt + conversionTimeMs(documents) - performance.now();
    const asking = { ...request, documents: { ...documents, findPictures: true } };
    const { pictures, ...first } = await this.converter.convert(asking, signal, turn);
    if (!pictures) return first;
    const keptMs = SECOND_MS + SECOND_FACTOR * (performance.now() - startedAt);
    const work = { pictures, body: request.body, budgetMs: leftMs() - keptMs };
    const { texts: recognized, warnings } = await recognizePictures(this.recognizer, work, signal);
    const settings = { ...documents, timeMs: readingTimeMs(leftMs()), recognized };
    const last =
      recognized.length > 0
        ? await this.converter.convert({ ...request, documents: settings }, signal, turn)
        : first;
    return { ...last, warnings: [...last.warnings, ...warnings] };
  }
}
