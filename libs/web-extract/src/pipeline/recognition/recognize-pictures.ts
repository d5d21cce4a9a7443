import type { DocumentPictures, RecognizedText, TextRecognitionRequest } from '../../model/page/document.js';
import type { DocumentTextRecognizer } from '../../ports/document-text-recognizer.port.js';
import { withDeadline } from '../../concurrency/with-deadline.js';

/** A page of small print has 10,000. */
const MAX_PAGE_CHARS = 200_000;
const MAX_REASON_CHARS = 200;

/** What is to be recognised, and in what time. */
interface PicturesToRecognize {
  readonly pictures: DocumentPictures;
  /** The document. Not touched: the recogniser is given copies. */
  readonly body: Uint8Array;
  readonly budgetMs: number;
}

/** What came of it. */
interface RecognizedPictures {
  readonly texts: readonly RecognizedText[];
  readonly warnings: readonly string[];
}

/**
 * Asks a recogniser about pictures, one file after the other. Whatever it does wrong is a warning, and what it did before counts.
 *
 * @throws the reason of the signal
 */
export async function recognizePictures(
  recognizer: DocumentTextRecognizer,
  { pictures, body, budgetMs }: PicturesToRecognize,
  signal: AbortSignal,
): Promise<RecognizedPictures> {
  const texts: RecognizedText[] = [];
  try {
    if (budgetMs <= 0) throw noTime();
    await withDeadline(budgetMs, signal, noTime, async (inTime) => {
      for (const part of partsOf(pictures, body)) {
        const answer: unknown = await recognizer.recognize(part.request, inTime);
        if (inTime.aborted) return;
        texts.push(...checked(answer, part));
      }
    });
    return { texts, warnings: [] };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { texts, warnings: [`text recognition failed: ${reasonOf(error)}`] };
  }
}

interface Part {
  readonly request: TextRecognitionRequest;
  /** The number of its first page in the document. */
  readonly first: number;
}

function* partsOf(pictures: DocumentPictures, body: Uint8Array): Iterable<Part> {
  if (pictures.kind === 'pages') {
    const { pages } = pictures;
    yield { request: { bytes: new Uint8Array(body), mediaType: 'application/pdf', pages }, first: 1 };
    return;
  }
  for (const [at, { bytes, mediaType }] of pictures.files.entries())
    yield { request: { bytes, mediaType, pages: [1] }, first: at + 1 };
}

/** Only what was asked for, each page once. @throws Error for what is no answer */
function checked(answer: unknown, { request, first }: Part): RecognizedText[] {
  if (!Array.isArray(answer)) throw new Error('the recogniser gave no list of pages');
  const wanted = new Set(request.pages);
  return (answer as unknown[]).flatMap((given) => {
    const { page, text } = Object(given) as { page?: unknown; text?: unknown };
    if (typeof text !== 'string' || text.trim() === '' || !wanted.delete(page as number)) return [];
    return [{ page: (page as number) + first - 1, text: text.slice(0, MAX_PAGE_CHARS) }];
  });
}

const noTime = () => new Error('the request had no more time for it');

function reasonOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, MAX_REASON_CHARS);
}
