import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes copied at a stretch: one to two milliseconds, for fresh memory costs more than the copying. */
export const STEP_BYTES = 2 * 1024 * 1024;

/**
 * Joins chunks to one array that owns its memory, so that it can move to a worker without dragging a shared pool along. Large
 * ones are copied in steps, between which everybody else has their turn.
 */
export async function joinInSteps(chunks: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  let copied = 0;
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      const step = chunk.subarray(from, from + STEP_BYTES);
      if (copied + step.length > STEP_BYTES) {
        await nextTurn();
        copied = 0;
      }
      whole.set(step, at);
      at += step.length;
      copied += step.length;
    }
  }
  return whole;
}
