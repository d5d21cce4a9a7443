import { Document } from 'domhandler';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { DEFAULT_DOCUMENT_SETTINGS, type DocumentKind } from '../../model/page/document.js';
import {
  DocumentDamagedError,
  DocumentEncryptedError,
  DocumentTooLargeError,
  UnsupportedContentError,
} from '../../model/errors.js';
import type { PageMetadata, PageQuality } from '../../model/page/page.js';
import { convertTree } from '../convert-html.js';
import { threadSignals } from '../../concurrency/thread-signals.js';
import type { SniffedType } from '@web-extract/documents/markup/decode/sniff-type.js';
import { findElement, textOf, PageElement, type DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import type { DocumentFacts, DocumentReading } from '@web-extract/documents/document-reader.js';
import { pagesOf } from './pages-of.js';
import { DOCUMENT_READERS } from '@web-extract/documents/document-readers.js';
import { fileAsBase64 } from './file-as-base64.js';
import { imageReader, isReadableImage } from '@web-extract/documents/pictures/image-reader.js';
import { pictureFiles } from '@web-extract/documents/pictures/picture-files.js';
import {
  DocumentError,
  EncryptedDocumentError,
  OversizedDocumentError,
  UnsupportedDocumentError,
} from '@web-extract/documents/errors.js';
import { readDocument } from '@web-extract/documents/read-document.js';
import { unsupportedKind } from '@web-extract/documents/unsupported-kind.js';
import { sniffDocument } from '@web-extract/documents/sniff-document.js';

/**
 * Converts a file that is no text: documents of the kinds that there are readers for.
 *
 * @throws UnsupportedContentError for any other, DocumentEncryptedError, DocumentDamagedError, DocumentTooLargeError
 */
export async function convertDocument(type: SniffedType, request: ConversionRequest): Promise<Conversion> {
  try {
    return await readAndConvert(type, request);
  } catch (error) {
    throw asPublicError(error, request.url);
  }
}

async function readAndConvert(
  { kind, mediaType }: SniffedType,
  request: ConversionRequest,
): Promise<Conversion> {
  const settings = request.documents ?? DEFAULT_DOCUMENT_SETTINGS;
  const source = { bytes: request.body, url: request.url, settings, signals: threadSignals() };
  if (isReadableImage(mediaType, settings))
    return asConversion('image', await readDocument(imageReader(mediaType), source), request);
  const documentKind = kind === 'document' ? sniffDocument(request.body, mediaType) : null;
  const load = documentKind && DOCUMENT_READERS[documentKind];
  if (documentKind === 'pdf' && !request.parsePdf) return fileAsBase64(request);
  if (!load) {
    const { name, remedy } = unsupportedKind(request.body, mediaType) ?? { name: mediaType, remedy: '' };
    throw new UnsupportedContentError(request.url, name, remedy);
  }
  const reading = await readDocument(await load(), source);
  if (reading.tree.isEmpty && ARCHIVES.has(documentKind))
    reading.warn(...reading.pictures.filesFound(pictureFiles(request.body, reading.budget)));
  return asConversion(documentKind, reading, request);
}

function asPublicError(error: unknown, url: string): unknown {
  if (!(error instanceof DocumentError)) return error;
  if (error instanceof UnsupportedDocumentError)
    return new UnsupportedContentError(url, error.kind, error.remedy, { cause: error });
  const { reason, cause } = error;
  if (error instanceof EncryptedDocumentError) return new DocumentEncryptedError(reason, { cause });
  if (error instanceof OversizedDocumentError) return new DocumentTooLargeError(reason, { cause });
  return new DocumentDamagedError(reason, { cause });
}

/** A document may state a title of any length. */
const MAX_FACT_CHARS = 10_000;
/** The longest tags of languages have 35. */
const MAX_LANGUAGE_CHARS = 100;

/** Kinds that hold their pictures as files. */
const ARCHIVES: ReadonlySet<DocumentKind> = new Set([
  'docx',
  'pptx',
  'xlsx',
  'xlsb',
  'odt',
  'odp',
  'ods',
  'epub',
]);

function asConversion(
  kind: DocumentKind | 'image',
  reading: DocumentReading,
  request: ConversionRequest,
): Conversion {
  const document = asPage(reading);
  const metadata = metadataOf(reading.facts, document);
  // a document has no navigation: all of it is content
  const { followLinks } = reading.settings;
  const pictures = reading.pictures.toRecognize;
  const converted = convertTree(document, {
    ...request,
    onlyMainContent: false,
    contentRules: [],
    source: () => toCleanHtml(document.root, document.baseUrl), // there is no HTML source: it is generated
    isDocument: true,
    isClean: !reading.tree.holdsMarkup,
    collectAnchors: request.collectAnchors && followLinks,
  });
  return {
    ...converted,
    ...(kind === 'pdf' ? pagesOf(converted.markdown, reading.settings) : {}),
    metadata: { ...converted.metadata, ...metadata },
    quality: qualityOf(converted.quality),
    fetchedBy: kind === 'pdf' ? 'pdf' : 'http',
    warnings: [...converted.warnings, ...reading.warnings],
    ...(pictures ? { pictures } : {}),
  };
}

function asPage({ tree, url, facts }: DocumentReading): DomTree {
  const html = new PageElement(
    'html',
    facts.language === null ? {} : { lang: facts.language.slice(0, MAX_LANGUAGE_CHARS) },
  );
  appendNode(html, tree.body);
  const root = new Document([]);
  appendNode(root, html);
  return { root, url, baseUrl: url, truncated: false, statements: [html] };
}

function metadataOf(
  facts: DocumentFacts,
  { root }: DomTree,
): Partial<PageMetadata> & Pick<PageMetadata, 'meta'> {
  const createdAt = shortened(facts.createdAt);
  const modifiedAt = shortened(facts.modifiedAt);
  return {
    title: shortened(facts.title ?? firstHeading(root)),
    author: shortened(facts.author),
    description: shortened(facts.description),
    keywords: shortened(facts.keywords),
    modifiedAt,
    numPages: facts.numPages,
    meta: {
      ...(createdAt === null ? {} : { createdDate: createdAt }),
      ...(modifiedAt === null ? {} : { modifiedDate: modifiedAt }),
    },
  };
}

function shortened(fact: string | null): string | null {
  return fact && fact.slice(0, MAX_FACT_CHARS);
}

function firstHeading(root: Document): string | null {
  const heading = findElement(root, 'h1') ?? findElement(root, 'h2');
  return (heading && textOf(heading).replace(/\s+/g, ' ').trim()) || null;
}

function qualityOf(quality: PageQuality): PageQuality {
  const reason = quality.candidate === 'whole' ? 'A document is content as a whole.' : quality.reason;
  return { ...quality, reason };
}
