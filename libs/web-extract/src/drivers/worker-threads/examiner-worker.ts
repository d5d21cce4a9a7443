import { parentPort, workerData } from 'node:worker_threads';
import { takeGatheringStep, takeStep, takeWordsStep } from '../../extraction/take-step.js';
import { WantedShape } from '../../extraction/wanted-shape.js';
import { compareTexts } from '../../convert/changes/compare-texts.js';
import { explainUrl } from '../../web/scope/explain-url.js';
import type { ScopeQuestion, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import type { ComparisonQuestion, TextComparison } from '../../model/text-comparison.js';
import type {
  ExtractionProgress,
  ExtractionResult,
  ExtractionState,
  GatheringResult,
  GatheringState,
  PageWords,
  WordsState,
} from '../../ports/examiner.port.js';
import { setThreadSignals, threadSignals } from '../../concurrency/thread-signals.js';
import { describeError, type ErrorDescription } from './error-description.js';
import { SharedSignals } from './threads/shared-signals.js';
import type { ThreadData } from './threads/work-thread.js';

/** A task of an examiner thread. */
export type Examination =
  | {
      readonly kind: 'schema';
      readonly schema: JsonSchema;
      readonly path: readonly (string | number)[];
    }
  | { readonly kind: 'extraction'; readonly state: ExtractionState }
  | { readonly kind: 'gathering'; readonly state: GatheringState }
  | { readonly kind: 'words'; readonly state: WordsState }
  | { readonly kind: 'address'; readonly question: ScopeQuestion }
  | { readonly kind: 'comparison'; readonly question: ComparisonQuestion };

/** Progress or verdict of an examination; null if a schema was only checked. */
export type Examined =
  | ExtractionProgress<ExtractionResult>
  | ExtractionProgress<GatheringResult>
  | ExtractionProgress<PageWords>
  | ScopeVerdict
  | TextComparison
  | null;

/** Result of an examination; errors as data, because classes cannot be cloned. */
export type ExaminationReply = { readonly found: Examined } | { readonly error: ErrorDescription };

async function examine(examination: Examination): Promise<ExaminationReply> {
  try {
    if (examination.kind === 'extraction') return { found: await takeStep(examination.state) };
    if (examination.kind === 'words') return { found: await takeWordsStep(examination.state) };
    if (examination.kind === 'gathering') return { found: await takeGatheringStep(examination.state) };
    if (examination.kind === 'comparison') return { found: compareTexts(examination.question) };
    if (examination.kind === 'address') return { found: explainUrl(examination.question) };
    WantedShape.prepare(examination.schema, examination.path);
    return { found: null };
  } catch (error) {
    return { error: describeError(error) };
  }
}

setThreadSignals(new SharedSignals((workerData as ThreadData).signals).ofThread());

// The script of an examining thread: one examination in, one reply out.
parentPort?.on('message', (examination: Examination) => {
  threadSignals().report();
  void examine(examination).then((reply) => parentPort?.postMessage(reply));
});
