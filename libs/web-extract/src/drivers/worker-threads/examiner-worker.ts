import { parentPort } from 'node:worker_threads';
import { takeGatheringStep, takeStep } from '../../engine/extraction/take-step.js';
import { WantedShape } from '../../engine/extraction/wanted-shape.js';
import type { JsonSchema } from '../../model/extraction.js';
import type {
  ExtractionProgress,
  ExtractionState,
  GatheringResult,
  GatheringState,
} from '../../ports/examiner.port.js';
import { describeError, type ErrorDescription } from './error-description.js';

/** What a thread is asked to examine. */
export type Examination =
  | {
      readonly kind: 'schema';
      readonly schema: JsonSchema;
      readonly path: readonly (string | number)[];
    }
  | { readonly kind: 'extraction'; readonly state: ExtractionState }
  | { readonly kind: 'gathering'; readonly state: GatheringState };

/** What it found; errors as data, for their classes do not cross. */
export type ExaminationReply =
  | { readonly progress: ExtractionProgress | ExtractionProgress<GatheringResult> | null }
  | { readonly error: ErrorDescription };

async function examine(examination: Examination): Promise<ExaminationReply> {
  try {
    if (examination.kind === 'extraction') return { progress: await takeStep(examination.state) };
    if (examination.kind === 'gathering') return { progress: await takeGatheringStep(examination.state) };
    WantedShape.prepare(examination.schema, examination.path);
    return { progress: null };
  } catch (error) {
    return { error: describeError(error) };
  }
}

// The script of an examining thread: one examination in, one reply out.
parentPort?.on('message', (examination: Examination) => {
  void examine(examination).then((reply) => parentPort?.postMessage(reply));
});
