import { parentPort } from 'node:worker_threads';
import { takeStep } from '../../engine/extraction/take-step.js';
import { WantedShape } from '../../engine/extraction/wanted-shape.js';
import type { JsonSchema } from '../../model/extraction.js';
import type { ExtractionProgress, ExtractionState } from '../../ports/examiner.port.js';
import { describeError, type ErrorDescription } from './error-description.js';

/** What a thread is asked to examine. */
export type Examination =
  | {
      readonly kind: 'schema';
      readonly schema: JsonSchema;
      readonly path: readonly (string | number)[];
    }
  | { readonly kind: 'extraction'; readonly state: ExtractionState };

/** What it found; errors as data, for their classes do not cross. */
export type ExaminationReply =
  { readonly progress: ExtractionProgress | null } | { readonly error: ErrorDescription };

async function examine(examination: Examination): Promise<ExaminationReply> {
  try {
    if (examination.kind === 'extraction') return { progress: await takeStep(examination.state) };
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
