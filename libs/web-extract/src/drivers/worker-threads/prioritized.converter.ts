import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { beginsLikeDocument } from '@web-extract/documents/markup/decode/signatures.js';
import { conversionTimeMs } from '../../convert/documents/document-settings.js';
import { fileAsBase64, isWantedAsFile } from '../../convert/documents/file-as-base64.js';
import { DEFAULT_CONVERSION, type Conversion, type ConversionRequest } from '../../model/page/conversion.js';
import { Converter, type ConversionTurn } from '../../ports/converter.port.js';
import type { MemoryLimiter } from './threads/memory-limiter.js';
import { WorkerConverter, type WorkerConverterOptions } from './worker.converter.js';

/** Their readers alone take half of it. */
const KEPT_HEAP_MB = 96;
/** Share of `limits.conversionTimeoutMs` for a document while owners without a thread wait. */
const SHARED_TIME_SHARE = 0.6;
/** Minimum number of processors for converting two documents at once. */
const PROCESSORS_FOR_TWO = 4;

const NOTHING: ConversionRequest = {
  body: new Uint8Array(),
  url: 'about:blank',
  contentType: 'text/html',
  statusCode: 200,
  formats: [],
  ...DEFAULT_CONVERSION,
  onlyMainContent: false,
  parsePdf: false,
};

/**
 * Converts documents in threads of their own, so that a page never waits behind a thousand pages of print. No such thread
 * begins before the first document.
 */
@Injectable()
export class PrioritizedConverter extends Converter implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly pages: WorkerConverter,
    private readonly documents: WorkerConverter,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.pages.onApplicationBootstrap();
  }

  /** Converts a page of nothing. @throws ConversionFailedError when the threads cannot work */
  async tryOut(): Promise<void> {
    await this.pages.convert(NOTHING);
  }

  convert(request: ConversionRequest, signal?: AbortSignal, turn?: ConversionTurn): Promise<Conversion> {
    if (isWantedAsFile(request)) return fileAsBase64(request); // there is nothing to convert
    const lane = beginsLikeDocument(request.body) ? this.documents : this.pages;
    return lane.convert(request, signal, turn);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pages.onApplicationShutdown(), this.documents.onApplicationShutdown()]);
  }
}

/** The threads of documents: the deadline of each is that of its request. */
export function documentConverter(options: WorkerConverterOptions, memory: MemoryLimiter): WorkerConverter {
  const { conversionTimeoutMs } = options;
  return new WorkerConverter(
    {
      ...options,
      keptHeapMb: KEPT_HEAP_MB,
      exactBodies: true,
      sharedTimeMs: SHARED_TIME_SHARE * conversionTimeoutMs,
      conversionThreads: availableParallelism() >= PROCESSORS_FOR_TWO ? 2 : 1,
      timeoutMsOf: ({ documents }) => (documents ? conversionTimeMs(documents) : conversionTimeoutMs),
    },
    memory,
  );
}
