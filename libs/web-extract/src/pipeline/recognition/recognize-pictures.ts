import type { DocumentPictures, RecognizedText, TextRecognitionRequest } from '../../model/page/document.js';
import type { DocumentTextRecognizer } from '../../ports/document-text-recognizer.port.js';
import { withDeadline } from '../../concurrency/with-deadline.js';

/** A page in small print has 10,000 characters. */
const MAX_PAGE_CHARS = 200_000;
const MAX_REASON_CHARS = 200;

/** Images to recognize, and the deadline. */
interface PicturesToRecognize {
  readonly pictures: DocumentPictures;
  /** The document. Not modified: the recognizer receives copies. */
  readonly body: Uint8Array;
  readonly budgetMs: number;
}

/** Result of the recognition. */
interface RecognizedPictures {
  readonly texts: readonly RecognizedText[];
  readonly warnings: readonly string[];
}

/**
 * Passes images to a recognizer, one file at a time. Its failures become warnings, and earlier results are
 * kept.
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
  /** Number of its first page in the document. */
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

/** Returns only requested pages, each once. @throws Error for an invalid result */
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
