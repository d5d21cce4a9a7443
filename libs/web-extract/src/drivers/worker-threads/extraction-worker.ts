import { parentPort, workerData } from 'node:worker_threads';
import { takeMergingStep, takeStep, takeWordsStep } from '../../extraction/take-step.js';
import { OutputSchema } from '../../extraction/output-schema.js';
import { healExtractor } from '../../convert/extractor/heal-extractor.js';
import { runExtractor } from '../../convert/extractor/run-extractor.js';
import { learnExtractor } from '../../extraction/extractor/learn-extractor.js';
import { compareTexts } from '../../convert/changes/compare-texts.js';
import { splitMarkdown } from '../../convert/chunks/split-markdown.js';
import { explainUrl } from '../../web/scope/explain-url.js';
import type { ScopeQuestion, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import type {
  HealReport,
  HealRequest,
  LearnReport,
  LearnRequest,
} from '../../model/extractor/extractor-learning.js';
import type { ExtractorPage, ExtractorResult } from '../../model/extractor/extractor-run.js';
import type { Chunk } from '../../model/page/chunk.js';
import type { ChunkSource } from '../../model/page/chunk-source.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import type { ComparisonQuestion, TextComparison } from '../../model/text-comparison.js';
import type {
  ExtractionProgress,
  ExtractionResult,
  ExtractionState,
  MergingResult,
  MergingState,
  PageWords,
  WordsState,
} from '../../ports/extraction-compute.port.js';
import { setThreadSignals, threadSignals } from '../../concurrency/thread-signals.js';
import { describeError, type ErrorDescription } from './error-description.js';
import { SharedSignals } from './threads/shared-signals.js';
import type { ThreadData } from './threads/work-thread.js';

/** A task of an extraction thread. */
export type ExtractionTask =
  | {
      readonly kind: 'schema';
      readonly schema: JsonSchema;
      readonly path: readonly (string | number)[];
    }
  | { readonly kind: 'extraction'; readonly state: ExtractionState }
  | { readonly kind: 'gathering'; readonly state: MergingState }
  | { readonly kind: 'words'; readonly state: WordsState }
  | { readonly kind: 'address'; readonly question: ScopeQuestion }
  | { readonly kind: 'comparison'; readonly question: ComparisonQuestion }
  | { readonly kind: 'chunks'; readonly source: ChunkSource }
  | { readonly kind: 'learn-extractor'; readonly request: LearnRequest }
  | { readonly kind: 'run-extractor'; readonly program: string; readonly page: ExtractorPage }
  | { readonly kind: 'heal-extractor'; readonly request: HealRequest };

/** Progress or verdict of an task; null if a schema was only checked. */
export type ExtractionTaskResult =
  | ExtractionProgress<ExtractionResult>
  | ExtractionProgress<MergingResult>
  | ExtractionProgress<PageWords>
  | ScopeVerdict
  | TextComparison
  | readonly Chunk[]
  | LearnReport
  | ExtractorResult
  | HealReport
  | null;

/** Result of an task; errors as data, because classes cannot be cloned. */
export type ExtractionTaskReply =
  { readonly found: ExtractionTaskResult } | { readonly error: ErrorDescription };

async function examine(task: ExtractionTask): Promise<ExtractionTaskReply> {
  try {
    if (task.kind === 'extraction') return { found: await takeStep(task.state) };
    if (task.kind === 'words') return { found: await takeWordsStep(task.state) };
    if (task.kind === 'gathering') return { found: await takeMergingStep(task.state) };
    if (task.kind === 'comparison') return { found: compareTexts(task.question) };
    if (task.kind === 'chunks') return { found: splitMarkdown(task.source) };
    if (task.kind === 'learn-extractor') return { found: learnExtractor(task.request) };
    if (task.kind === 'run-extractor') return { found: runExtractor(task.program, task.page) };
    if (task.kind === 'heal-extractor') return { found: healExtractor(task.request) };
    if (task.kind === 'address') return { found: explainUrl(task.question) };
    OutputSchema.prepare(task.schema, task.path);
    return { found: null };
  } catch (error) {
    return { error: describeError(error) };
  }
}

setThreadSignals(new SharedSignals((workerData as ThreadData).signals).ofThread());

// The script of an examining thread: one task in, one reply out.
parentPort?.on('message', (task: ExtractionTask) => {
  threadSignals().report();
  void examine(task).then((reply) => parentPort?.postMessage(reply));
});
