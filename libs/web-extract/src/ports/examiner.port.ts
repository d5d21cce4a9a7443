import type { ScopeQuestion, ScopeVerdict } from '../model/crawl/crawl-scope.js';
import type {
  Extraction,
  ExtractionRequest,
  JsonSchema,
  ModelUsage,
  SourcedEvidence,
  ValueEvidence,
} from '../model/extraction/extraction.js';
import type { PageMetadata } from '../model/page/page.js';
import type { PageQuestion } from '../model/page/page-request.js';
import type { StatedJson } from '../model/page/structured-data.js';
import type { ComparisonQuestion, TextComparison } from '../model/text-comparison.js';
import type { ConversionTurn } from './converter.port.js';
import type { ModelAnswer, ModelQuestion } from './language-model.port.js';

/** A page as it is extracted from. */
export interface ExtractionSource {
  readonly url: string;
  readonly metadata: PageMetadata;
  /** What is read: markdown or HTML. */
  readonly text: string;
  /** What the page states for programs; null where it is no HTML. */
  readonly structured: StatedJson | null;
}

/** An extraction as far as it has come. Structured-cloneable. */
export interface ExtractionState {
  readonly source: ExtractionSource;
  readonly request: ExtractionRequest;
  readonly options: ExtractionOptions;
  /** Stands around the page in questions to the model. Whoever wrote the page cannot guess it. */
  readonly mark: string;
  /** What was answered so far, by the key of the question. */
  readonly heard: ReadonlyMap<string, Heard>;
}

export interface ExtractionOptions {
  /** Take what the page states in structured data, and ask the model only for the rest. */
  readonly dataFirst: boolean;
  /** Tokens of the page in one question to the model. */
  readonly maxInputTokens: number;
  readonly hasModel: boolean;
  /** The host has a check of its own. */
  readonly hasOwnCheck: boolean;
}

/** What only the host can answer. */
export type OpenQuestion = { readonly key: string } & (
  | { readonly kind: 'model'; readonly question: ModelQuestion }
  | { readonly kind: 'own-check'; readonly value: unknown }
);

/** What the host heard. */
export type Heard =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly kind: 'no-answer'; readonly message: string; readonly isTooLong: boolean }
  /** The host's own check made this of the value. */
  | { readonly kind: 'accepted'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

/** Where an extraction has come to: it waits for answers, all of them side by side, or it is done. */
export type ExtractionProgress<Result = ExtractionResult> =
  | { readonly kind: 'asking'; readonly questions: readonly OpenQuestion[] }
  | {
      readonly kind: 'done';
      readonly result: Result;
      /** Key of the own check whose value this is; null where there was none. */
      readonly acceptedBy: string | null;
    };

export interface ExtractionResult {
  readonly extraction: Extraction;
  readonly warnings: readonly string[];
}

/** What one of several pages states. */
export interface PagePart {
  readonly url: string;
  readonly data: unknown;
  readonly evidence: readonly ValueEvidence[];
}

/** The data of several pages on its way into one, as far as it has come. Structured-cloneable. */
export interface GatheringState {
  /** In the order in which their caller named them. */
  readonly parts: readonly PagePart[];
  readonly request: ExtractionRequest;
  readonly options: Pick<ExtractionOptions, 'hasModel'>;
  readonly heard: ReadonlyMap<string, Heard>;
}

export interface GatheringResult {
  /** Satisfies the schema, if there was one. */
  readonly data: unknown;
  /** One entry a value and page that states it; of very many the first ones. */
  readonly evidence: readonly SourcedEvidence[];
  /** Pages by the property of the root that they say something of. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** What asking the model took to put the parts together. */
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** A page as a model reads it to answer in words. */
export type PageText = Pick<ExtractionSource, 'url' | 'metadata' | 'text'>;

/** What a model is to say of a page. */
export interface WordsWish {
  readonly summary: boolean;
  readonly question: PageQuestion | null;
}

/** Words about a page on their way, as far as they have come. Structured-cloneable. */
export interface WordsState {
  readonly page: PageText;
  readonly wish: WordsWish;
  readonly options: Pick<ExtractionOptions, 'maxInputTokens'>;
  /** Stands around the page in questions to the model. */
  readonly mark: string;
  readonly heard: ReadonlyMap<string, Heard>;
}

/** What a model says of a page; null where it was not asked. */
export interface PageWords {
  readonly summary: string | null;
  readonly answer: string | null;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** For whom something is examined, and for how long. */
export interface ExaminationContext extends ConversionTurn {
  readonly signal?: AbortSignal;
}

/** Holds what callers, pages and models wrote against each other without ever blocking the event loop of the host. */
export abstract class Examiner {
  /**
   * @param path where the schema stands in the request, for the error
   * @throws InvalidRequestError for a schema that is none; UnavailableError (queue full); the reason of the signal
   */
  abstract checkSchema(
    schema: JsonSchema,
    path: readonly (string | number)[],
    context?: ExaminationContext,
  ): Promise<void>;

  /**
   * Takes an extraction as far as what was heard allows. It is worked out anew each time: nothing is kept between two calls.
   *
   * @throws NotConfiguredError, InvalidRequestError; ExtractionFailedError, which says so where it took too much time or memory;
   * UnavailableError (queue full); the reason of the signal
   */
  abstract extract(state: ExtractionState, context?: ExaminationContext): Promise<ExtractionProgress>;

  /** Takes the data of several pages as far on its way into one; the same way. @throws as {@link extract} does */
  abstract gather(
    state: GatheringState,
    context?: ExaminationContext,
  ): Promise<ExtractionProgress<GatheringResult>>;

  /** Takes words about a page as far on their way; the same way. @throws as {@link extract} does */
  abstract say(state: WordsState, context?: ExaminationContext): Promise<ExtractionProgress<PageWords>>;

  /**
   * Holds an address against the rules of a crawl, whose patterns take up to half a second.
   *
   * @throws InvalidRequestError naming a pattern that cannot be used; ExtractionFailedError (too much time or memory);
   * UnavailableError (queue full); the reason of the signal
   */
  abstract explain(question: ScopeQuestion, context?: ExaminationContext): Promise<ScopeVerdict>;

  /**
   * Compares two texts of a page.
   *
   * @throws ExtractionFailedError (too much time or memory); UnavailableError (queue full); the reason of the signal
   */
  abstract compare(question: ComparisonQuestion, context?: ExaminationContext): Promise<TextComparison>;
}
