import { Injectable } from '@nestjs/common';
import { BodyRoom } from '../pipeline/body-room.js';
import { kindBySignature } from '@web-extract/documents/kind-by-signature.js';
import { sniffType } from '@web-extract/documents/markup/decode/sniff-type.js';
import { documentSettings } from '../convert/documents/document-settings.js';
import { formatOptions, formatsToRead } from '../pipeline/formats-to-read.js';
import { lowerTimeout, type LoweredTimeout } from '../pipeline/lower-timeout.js';
import type { PageReading } from '../pipeline/page-reading.js';
import { withDeadline } from '../concurrency/with-deadline.js';
import type { Conversion } from '../model/page/conversion.js';
import {
  FetchTimeoutError,
  InvalidRequestError,
  UnsupportedContentError,
  UnsupportedFileError,
  UploadTooLargeError,
} from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import type { Page, PageOf } from '../model/page/page.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import type { PageRequest } from '../model/page/page-request.js';
import { HOST_OWNER } from '../model/keys/principal.js';
import { Converter } from '../ports/converter.port.js';
import { PageExtraction } from './extract/page-extraction.js';
import { withFailureMode } from './extract/with-failure-mode.js';
import type { PageRun } from '../pipeline/run/page-run.js';
import { paymentOf } from './credits-of.js';
import { EventStream, withTimings } from './events/event-stream.js';
import { RunningWork } from './running-work.js';
import { checkConversion } from './validate-page-request.js';

/** Options for converting a file. Every field is optional. */
export interface DocumentOptions<Formats extends readonly PageFormat[] = readonly PageFormat[]> extends Pick<
  PageRequest,
  | 'onlyMainContent'
  | 'includeSelectors'
  | 'excludeSelectors'
  | 'removeBase64Images'
  | 'markdownOptions'
  | 'maxChunkTokens'
  | 'parsePdf'
  | 'maxPages'
  | 'pageMarkers'
  | 'documentPages'
  | 'speakerNotes'
  | 'hidden'
  | 'timeoutMs'
  | 'extraction'
  | 'attributes'
  | 'highlightsFor'
  | 'question'
  | 'onModelFailure'
  | 'owner'
> {
  /** Used in messages; the extension `.html` marks an HTML page. */
  readonly fileName?: string;
  /** Media type stated by the sender. The bytes take precedence. */
  readonly contentType?: string | null;
  /** Convert plain text, markdown, CSV and TSV, too. @default false */
  readonly allowText?: boolean;
  /** @default ['markdown'] */
  readonly formats?: Formats;
}

/** A file that need not be in memory until it is converted. */
export interface FileSource {
  readonly size: number;
  /** First 64 KiB, or the whole file if it is smaller: determines the media type. */
  readonly head: Uint8Array;
  /** Reads the whole file. */
  read(): Promise<Uint8Array>;
}

/** Content types by file extension; they take precedence over the type stated by the sender. */
const TYPES_BY_NAME: readonly (readonly [name: RegExp, type: string])[] = [
  [/\.x?html?$/i, 'text/html'],
  [/\.(?:md|markdown)$/i, 'text/markdown'],
  [/\.csv$/i, 'text/csv'],
  [/\.tsv$/i, 'text/tab-separated-values'],
  [/\.(?:txt|text)$/i, 'text/plain'],
];
/** Names of programs: their content is not a document, whatever it resembles. */
const PROGRAM_NAME = /\.(?:exe|dll|msi|dylib|dmg|deb|rpm|apk|jar|class|wasm|scr|sys)$/i;
/** Kinds of files that are converted. */
const READ_KINDS: ReadonlySet<string> = new Set(['html', 'document']);
const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'markdown', 'csv']);

/** Converts documents and HTML files that the caller provides. References to other resources are not fetched. */
@Injectable()
export class DocumentService {
  constructor(
    private readonly converter: Converter,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
    private readonly options: ResolvedOptions,
    private readonly events: EventStream,
    private readonly room: BodyRoom,
  ) {}

  /**
   * Converts one file. The file name is used as the page's URL. A `FileSource` is read once memory is available.
   *
   * @throws UnsupportedFileError, UploadTooLargeError, DocumentEncryptedError, DocumentDamagedError, DocumentTooLargeError,
   * InvalidRequestError (empty file, invalid selector or schema), FetchTimeoutError, UnavailableError; if only extraction was
   * requested NotConfiguredError, ExtractionFailedError
   */
  async convert<const Formats extends readonly PageFormat[] = readonly ['markdown']>(
    given: Uint8Array | FileSource,
    options: DocumentOptions<Formats> = {},
    signal?: AbortSignal,
  ): Promise<PageOf<Formats>> {
    const file = given instanceof Uint8Array ? inMemory(given) : given;
    this.check(file, options);
    await this.extraction.validate(options.extraction, options.owner);
    const request = withFailureMode(requestOf(options));
    this.extraction.admit(request);
    const startedAt = performance.now();
    const payment = paymentOf(options);
    const { url, owner } = request;
    const read = (under: AbortSignal) =>
      this.events.follow({ kind: 'document', url, owner }, async (run) => {
        run.received(file.size);
        const reading = await this.read(file, options, under, run);
        const page = await this.extraction.add(reading, request, { startedAt, signal: under, run });
        return withTimings(page, request, run);
      });
    const page = await this.work.run(read, signal, payment);
    return page as PageOf<Formats>; // the converter returns every requested format
  }

  private async read(
    file: FileSource,
    options: DocumentOptions,
    signal: AbortSignal,
    run: PageRun,
  ): Promise<DocumentReading> {
    const { url } = requestOf(options);
    const { timeoutMs, warnings } = this.timeOf(options);
    const onTimeout = () => new FetchTimeoutError(url, 'no result of the file', timeoutMs);
    const conversion = await withDeadline(timeoutMs, signal, onTimeout, (inTime) =>
      run.measure('convert', () => this.readWithin(file, options, timeoutMs, inTime)),
    );
    run.took(conversion.stageMs);
    const page = pageOf(url, typeOf(options), conversion);
    return {
      page: { ...page, warnings: [...warnings, ...page.warnings] },
      structured: conversion.structuredData,
    };
  }

  private async readWithin(
    file: FileSource,
    options: DocumentOptions,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Conversion> {
    const share = await this.room.enter(options.owner ?? HOST_OWNER, signal);
    try {
      await share.reserve(file.size, signal);
      return await this.run(await file.read(), options, timeoutMs, signal);
    } finally {
      share.release();
    }
  }

  private timeOf({ timeoutMs }: DocumentOptions): LoweredTimeout {
    const { timeoutMs: usual, maxTimeoutMs } = this.options.limits;
    return timeoutMs === undefined
      ? { timeoutMs: usual, warnings: [] }
      : lowerTimeout(timeoutMs, maxTimeoutMs);
  }

  private check({ size, head }: FileSource, options: DocumentOptions): void {
    const { maxBytes } = this.options.documents;
    if (size === 0) throw InvalidRequestError.at(['file'], { code: 'empty' });
    if (size > maxBytes) throw new UploadTooLargeError(maxBytes);
    checkConversion(options);
    if (PROGRAM_NAME.test(options.fileName ?? '')) throw new UnsupportedFileError('a program by its name');
    const stated = typeOf(options);
    const { kind, mediaType } = sniffType(head, stated);
    const isImage = this.options.documents.recognizer !== undefined && mediaType.startsWith('image/');
    // many binary files look like text in some encoding: a name or a type must state it
    const isText = options.allowText === true && stated !== null && TEXT_KINDS.has(kind);
    if (READ_KINDS.has(kind) || isImage || isText) return;
    const named = kindBySignature(head, mediaType);
    const remedy = named ? `: ${named.remedy}` : '';
    throw new UnsupportedFileError(`${named?.name ?? mediaType}, which cannot be converted${remedy}`);
  }

  private async run(
    bytes: Uint8Array,
    options: DocumentOptions,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Conversion> {
    try {
      return await this.converter.convert(
        {
          body: bytes,
          url: `file:///${encodeURIComponent(options.fileName ?? 'file')}`,
          contentType: typeOf(options),
          statusCode: 200,
          formats: formatsToRead(options),
          onlyMainContent: options.onlyMainContent ?? true,
          includeSelectors: options.includeSelectors ?? [],
          excludeSelectors: options.excludeSelectors ?? [],
          removeBase64Images: options.removeBase64Images ?? true,
          ...(options.markdownOptions === undefined ? {} : { markdownOptions: options.markdownOptions }),
          ...formatOptions(options),
          parsePdf: options.parsePdf ?? true,
          documents: documentSettings(options, this.options.documents, timeoutMs),
          contentRules: [],
          collectAnchors: false,
        },
        signal,
        options.owner === undefined ? {} : { owner: options.owner },
      );
    } catch (error) {
      if (!(error instanceof UnsupportedContentError)) throw error;
      throw new UnsupportedFileError(error.problem, { cause: error });
    }
  }
}

const inMemory = (bytes: Uint8Array): FileSource => ({
  size: bytes.length,
  head: bytes,
  read: async () => bytes,
});

/** Parts of a reading that extraction needs. */
type DocumentReading = Pick<PageReading, 'page' | 'structured'>;

function requestOf({ fileName = 'file', ...options }: DocumentOptions): PageRequest {
  return { ...options, url: fileName };
}

function typeOf({ fileName = '', contentType = null }: DocumentOptions): string | null {
  return TYPES_BY_NAME.find(([name]) => name.test(fileName))?.[1] ?? contentType;
}

function pageOf(fileName: string, contentType: string | null, conversion: Conversion): Page {
  const { anchors: _, structuredData: __, stageMs: ___, ...page } = conversion;
  return {
    ...page,
    requestedUrl: fileName,
    url: fileName,
    statusCode: 200,
    statusText: null,
    contentType,
    screenshot: null,
    actions: null,
    extraction: null,
  };
}
