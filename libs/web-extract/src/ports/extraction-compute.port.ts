import type { ScopeQuestion, ScopeVerdict } from '../model/crawl/crawl-scope.js';
import type {
  Extraction,
  ExtractionRequest,
  JsonSchema,
  ModelUsage,
  SourcedEvidence,
  ValueEvidence,
} from '../model/extraction/extraction.js';
import type {
  HealReport,
  HealRequest,
  LearnReport,
  LearnRequest,
} from '../model/extractor/extractor-learning.js';
import type { ExtractorPage, ExtractorResult } from '../model/extractor/extractor-run.js';
import type { Chunk } from '../model/page/chunk.js';
import type { ChunkSource } from '../model/page/chunk-source.js';
import type { PageMetadata } from '../model/page/page.js';
import type { PageQuestion } from '../model/page/page-request.js';
import type { StatedJson } from '../model/page/structured-data.js';
import type { ComparisonQuestion, TextComparison } from '../model/text-comparison.js';
import type { ConversionTurn } from './converter.port.js';
import type { ModelAnswer, ModelQuestion } from './language-model.port.js';

/** The page to extract data from. */
export interface ExtractionSource {
  readonly url: string;
  readonly metadata: PageMetadata;
  /** The text to read: markdown or HTML. */
  readonly text: string;
  /** Structured data of the page; null if it is not HTML. */
  readonly structured: StatedJson | null;
}

/** Current state of an extraction. Structured-cloneable. */
export interface ExtractionState {
  readonly source: ExtractionSource;
  readonly request: ExtractionRequest;
  readonly options: ExtractionOptions;
  /** Delimiter of the page text in prompts. The author of the page cannot guess it. */
  readonly mark: string;
  /** Answers received so far, by question key. */
  readonly heard: ReadonlyMap<string, Heard>;
}

export interface ExtractionOptions {
  /** Use the structured data of the page, and query the model only for missing values. */
  readonly dataFirst: boolean;
  /** Maximum number of tokens of page text in one prompt. */
  readonly maxInputTokens: number;
  readonly hasModel: boolean;
  /** True if the host has a validator of its own. */
  readonly hasOwnCheck: boolean;
}

/** A question that only the host can answer. */
export type OpenQuestion = { readonly key: string } & (
  | { readonly kind: 'model'; readonly question: ModelQuestion }
  | { readonly kind: 'own-check'; readonly value: unknown }
);

/** An answer of the host. */
export type Heard =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly kind: 'no-answer'; readonly message: string; readonly isTooLong: boolean }
  /** The value returned by the host's validator. */
  | { readonly kind: 'accepted'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Progress of an extraction: it has open questions, which may be answered concurrently, or it is complete.
 */
export type ExtractionProgress<Result = ExtractionResult> =
  | { readonly kind: 'asking'; readonly questions: readonly OpenQuestion[] }
  | {
      readonly kind: 'done';
      readonly result: Result;
      /** Question key of the validator that returned this value; null if there was none. */
      readonly acceptedBy: string | null;
    };

export interface ExtractionResult {
  readonly extraction: Extraction;
  readonly warnings: readonly string[];
}

/** Data extracted from one of several pages. */
export interface PagePart {
  readonly url: string;
  readonly data: unknown;
  readonly evidence: readonly ValueEvidence[];
}

/** Current state of merging the data of several pages. Structured-cloneable. */
export interface MergingState {
  /** In the order given by the caller. */
  readonly parts: readonly PagePart[];
  readonly request: ExtractionRequest;
  readonly options: Pick<ExtractionOptions, 'hasModel'>;
  readonly heard: ReadonlyMap<string, Heard>;
}

export interface MergingResult {
  /** Satisfies the schema, if there is one. */
  readonly data: unknown;
  /** One entry for each value and page that states it, up to a maximum number. */
  readonly evidence: readonly SourcedEvidence[];
  /** Pages by the top-level property that they contribute to. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Model usage of the merging. */
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** The text of a page for a model. */
export type PageText = Pick<ExtractionSource, 'url' | 'metadata' | 'text'>;

/** The texts that a model generates for a page. */
export interface AnswerRequest {
  readonly summary: boolean;
  readonly question: PageQuestion | null;
}

/** Current state of generating texts for a page. Structured-cloneable. */
export interface WordsState {
  readonly page: PageText;
  readonly wish: AnswerRequest;
  readonly options: Pick<ExtractionOptions, 'maxInputTokens'>;
  /** Delimiter of the page text in prompts. */
  readonly mark: string;
  readonly heard: ReadonlyMap<string, Heard>;
}

/** Texts that a model generated for a page; null if not requested. */
export interface PageWords {
  readonly summary: string | null;
  readonly answer: string | null;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** Owner, priority and abort signal of a task. */
export interface ExtractionTaskContext extends ConversionTurn {
  readonly signal?: AbortSignal;
}

/**
 * Runs validation, extraction and comparison on untrusted input (of callers, pages and models) without
 * blocking the event loop of the host.
 */
export abstract class ExtractionCompute {
  /**
   * @param path path of the schema in the request, for the error
   * @throws InvalidRequestError for an invalid schema; UnavailableError (queue full); the reason of the
   * signal
   */
  abstract checkSchema(
    schema: JsonSchema,
    path: readonly (string | number)[],
    context?: ExtractionTaskContext,
  ): Promise<void>;

  /**
   * Advances an extraction as far as the received answers allow. Stateless: every call recomputes it from the
   * beginning.
   *
   * @throws NotConfiguredError, InvalidRequestError; ExtractionFailedError, also if it exceeds its time or
   * memory; UnavailableError (queue full); the reason of the signal
   */
  abstract extract(state: ExtractionState, context?: ExtractionTaskContext): Promise<ExtractionProgress>;

  /** Advances the merging of the data of several pages in the same way. @throws like {@link extract} */
  abstract mergeResults(
    state: MergingState,
    context?: ExtractionTaskContext,
  ): Promise<ExtractionProgress<MergingResult>>;

  /** Advances the generation of texts for a page in the same way. @throws like {@link extract} */
  abstract say(state: WordsState, context?: ExtractionTaskContext): Promise<ExtractionProgress<PageWords>>;

  /**
   * Evaluates the scope rules of a crawl for a URL. Its patterns take up to half a second.
   *
   * @throws InvalidRequestError naming an invalid pattern; ExtractionFailedError (time or memory exceeded);
   * UnavailableError (queue full); the reason of the signal
   */
  abstract explain(question: ScopeQuestion, context?: ExtractionTaskContext): Promise<ScopeVerdict>;

  /**
   * Compares two texts of a page.
   *
   * @throws ExtractionFailedError (time or memory exceeded); UnavailableError (queue full); the reason of the
   * signal
   */
  abstract compare(question: ComparisonQuestion, context?: ExtractionTaskContext): Promise<TextComparison>;

  /**
   * Splits the markdown of a page into chunks.
   *
   * @throws ExtractionFailedError (time or memory exceeded); UnavailableError (queue full); the reason of the
   * signal
   */
  abstract split(source: ChunkSource, context?: ExtractionTaskContext): Promise<readonly Chunk[]>;

  /**
   * Learns an extractor program. Examples that the pages state themselves are added unless the sources of the request exclude
   * them.
   *
   * @throws InvalidRequestError for an invalid program to extend; ExtractionFailedError (time or memory exceeded);
   * UnavailableError (queue full); the reason of the signal
   */
  abstract learnExtractor(request: LearnRequest, context?: ExtractionTaskContext): Promise<LearnReport>;

  /**
   * Runs an extractor program on a page that was read before. Pages that are being read run it in their conversion.
   *
   * @param program JSON of the program
   * @throws like {@link learnExtractor}
   */
  abstract runExtractor(
    program: string,
    page: ExtractorPage,
    context?: ExtractionTaskContext,
  ): Promise<ExtractorResult>;

  /** Heals an extractor program from the last good values of pages. @throws like {@link learnExtractor} */
  abstract healExtractor(request: HealRequest, context?: ExtractionTaskContext): Promise<HealReport>;
}
