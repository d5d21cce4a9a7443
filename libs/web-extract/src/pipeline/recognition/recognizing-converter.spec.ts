import { UnsupportedContentError } from '../../model/errors.js';
import { tinyLines, tinyPdf } from '../../../../../test/support/tiny-pdf.js';
import { DEFAULT_CONVERSION, type Conversion, type ConversionRequest } from '../../model/page/conversion.js';
import {
  DEFAULT_DOCUMENT_SETTINGS,
  type RecognizedText,
  type TextRecognitionRequest,
} from '../../model/page/document.js';
import { Converter } from '../../ports/converter.port.js';
import { DocumentTextRecognizer } from '../../ports/document-text-recognizer.port.js';
import { textRecognizerContract } from '../../testing/contracts/document-text-recognizer.contract.js';
import { convertPage } from '../../convert/convert-page.js';
import { RecognizingConverter } from './recognizing-converter.js';
import { zipFiles } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

/** Converts in this thread and counts its calls. */
class DirectConverter extends Converter {
  readonly requests: ConversionRequest[] = [];

  convert(request: ConversionRequest, _signal?: AbortSignal): Promise<Conversion> {
    this.requests.push(request);
    return convertPage(request);
  }
}

/** Reads the text of a page from a comment in the file, such as `%page 2: harbour`. */
class CommentRecognizer extends DocumentTextRecognizer {
  readonly requests: TextRecognitionRequest[] = [];

  async recognize(request: TextRecognitionRequest): Promise<readonly RecognizedText[]> {
    this.requests.push({ ...request });
    const text = Buffer.from(request.bytes).toString('latin1');
    structuredClone(request.bytes.buffer, { transfer: [request.bytes.buffer as ArrayBuffer] }); // detaches the buffer
    return [...text.matchAll(/%page (\d+): ([^%]*)/g)].map(([, page, words]) => ({
      page: Number(page),
      text: words!,
    }));
  }
}

/** Returns or throws a given result. */
class ToldRecognizer extends DocumentTextRecognizer {
  constructor(private readonly answer: (signal: AbortSignal) => unknown) {
    super();
  }

  async recognize(_: TextRecognitionRequest, signal: AbortSignal): Promise<readonly RecognizedText[]> {
    return (await this.answer(signal)) as RecognizedText[];
  }
}

const SCANNED = { boxes: [[10, 10, 400, 400] as const] };
const PRINTED = { texts: tinyLines(['A page that is printed, with a line of text'], 72, 100) };

const pdf = (comments = '') => Buffer.concat([tinyPdf([SCANNED, PRINTED, SCANNED]), Buffer.from(comments)]);
const DOCX_OF_PICTURES = zipFiles([
  ['word/document.xml', '<w:document xmlns:w="x"/>'],
  ['docProps/thumbnail.jpeg', '%page 1: thumbnail'],
  ['word/media/image10.png', '%page 1: the last'],
  ['word/media/image2.png', '%page 1: the second'],
  ['word/media/image1.jpeg', '%page 1: the first\n\nin two paragraphs'],
]);

function convert(
  body: Uint8Array,
  recognizer: DocumentTextRecognizer | null,
  { timeMs = 12_000, signal }: { timeMs?: number; signal?: AbortSignal } = {},
) {
  const inner = new DirectConverter();
  const converter = recognizer ? new RecognizingConverter(inner, recognizer) : inner;
  const conversion = converter.convert(
    {
      body,
      url: 'https://files.example/scan',
      contentType: null,
      statusCode: 200,
      formats: ['markdown'],
      ...DEFAULT_CONVERSION,
      parsePdf: true,
      documents: { ...DEFAULT_DOCUMENT_SETTINGS, timeMs, pageMarkers: true },
    },
    signal,
  );
  return { inner, conversion };
}

describe('RecognizingConverter', () => {
  it('answers a scan without text, and says so, where nobody recognises any', async () => {
    const { conversion, inner } = convert(pdf(), null);
    const { markdown, warnings, ...rest } = await conversion;
    expect(markdown).toContain('A page that is printed');
    expect(warnings).toContain('Pages 1, 3 are scans: configure `documents.recognizer` (OCR)');
    expect(rest).not.toHaveProperty('pictures');
    expect(inner.requests).toHaveLength(1);
  });

  it('puts what was recognised where its page stands', async () => {
    const recognizer = new CommentRecognizer();
    const body = pdf('%page 1: The harbour\nof *old*\n\nand new %page 3: The quay %page 7: none of this');
    const { conversion, inner } = convert(body, recognizer);
    const { markdown, warnings, ...rest } = await conversion;
    expect(markdown!.replace(/\s*\n+/g, '\n').trim()).toBe(
      'The harbour\nof \\*old\\*\nand new\n---\n<!-- page 2 -->\nA page that is printed, with a line of text\n---\n<!-- page 3 -->\nThe quay',
    );
    expect(warnings).toEqual(['the text of pages 1, 3 was recognised in images']);
    expect(rest).not.toHaveProperty('pictures');
    expect(recognizer.requests.map(({ mediaType, pages }) => ({ mediaType, pages }))).toEqual([
      { mediaType: 'application/pdf', pages: [1, 3] },
    ]);
    expect(inner.requests).toHaveLength(2);
    expect(body.length).toBeGreaterThan(0);
  });

  it('says which pages stay without text', async () => {
    const { markdown, warnings } = await convert(pdf('%page 3: The quay'), new CommentRecognizer())
      .conversion;
    expect(markdown).toContain('The quay');
    expect(warnings).toEqual(['Page 1 is a scan', 'the text of page 3 was recognised in images']);
  });

  it('asks about the pictures of a document that holds nothing else, in their order', async () => {
    const recognizer = new CommentRecognizer();
    const { markdown, warnings } = await convert(DOCX_OF_PICTURES, recognizer).conversion;
    expect(markdown!.trim()).toBe('the first\n\nin two paragraphs\n\nthe second\n\nthe last');
    expect(warnings).toEqual(['the text of 3 of 3 images was recognised']);
    expect(recognizer.requests.map(({ mediaType }) => mediaType)).toEqual([
      'image/jpeg',
      'image/png',
      'image/png',
    ]);
  });

  it('warns of a document that holds pictures only', async () => {
    const { warnings } = await convert(DOCX_OF_PICTURES, null).conversion;
    expect(warnings).toContain('The document holds only 3 images: configure `documents.recognizer` (OCR)');
  });

  it('asks nobody about documents that have text, nor about pages of HTML', async () => {
    const recognizer = new CommentRecognizer();
    await convert(tinyPdf([PRINTED]), recognizer).conversion;
    await convert(Buffer.from('<p>Hello</p><img src="a.png">'), recognizer).conversion;
    expect(recognizer.requests).toEqual([]);
  });

  it('reads an image as a document of one page', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n %page 1: The lighthouse', 'latin1');
    const recognizer = new CommentRecognizer();
    const { markdown, warnings } = await convert(png, recognizer).conversion;
    expect(markdown!.trim()).toBe('The lighthouse');
    expect(warnings).toContain('the text of 1 of 1 images was recognised');
    expect(recognizer.requests).toEqual([expect.objectContaining({ mediaType: 'image/png', pages: [1] })]);
    await expect(convert(png, null).conversion).rejects.toThrow(UnsupportedContentError);
  });

  it.each<[string, (signal: AbortSignal) => unknown, string]>([
    ['throws', () => Promise.reject(new Error('out of ink')), 'out of ink'],
    ['answers with no list', () => 'text', 'the recogniser gave no list of pages'],
    ['never answers', () => new Promise(() => undefined), 'the request had no more time for it'],
  ])('warns when the recogniser %s', async (_, answer, reason) => {
    const { conversion } = convert(pdf(), new ToldRecognizer(answer), { timeMs: 1_500 });
    const { markdown, warnings } = await conversion;
    expect(markdown).toContain('A page that is printed');
    expect(warnings).toContain(`text recognition failed: ${reason}`);
    expect(warnings).toContain('Pages 1, 3 are scans');
  });

  it('leaves out of an answer what is no text of a page asked for, and what is too long', async () => {
    const odd = [
      null,
      7,
      { page: 2, text: 'not asked for' },
      { page: '1', text: 'no number' },
      { page: 1, text: 5 },
      { page: 1, text: 'long '.repeat(100_000) },
      { page: 1, text: 'said twice' },
      { page: 3, text: '  ' },
    ];
    const { markdown, warnings } = await convert(pdf(), new ToldRecognizer(() => odd)).conversion;
    expect(markdown!.length).toBeGreaterThan(150_000);
    expect(markdown!.length).toBeLessThan(201_000);
    expect(markdown).not.toMatch(/asked|number|twice/);
    expect(warnings).toContain('Page 3 is a scan');
  });

  it('ends with the request, and tells the recogniser', async () => {
    const caller = new AbortController();
    const reason = new Error('nobody waits');
    let told: Promise<void> | undefined;
    const recognizer = new ToldRecognizer((signal) => {
      told = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      caller.abort(reason);
      return new Promise(() => undefined);
    });
    await expect(convert(pdf(), recognizer, { signal: caller.signal }).conversion).rejects.toBe(reason);
    await told;
  });
});

describe('a recogniser', () => {
  const file = {
    bytes: Buffer.from('%page 1: harbour %page 2: quay'),
    mediaType: 'application/pdf',
    words: ['harbour', 'quay'],
  };
  it.each(textRecognizerContract(file))('$name', ({ run }) => run(new CommentRecognizer()));
});
