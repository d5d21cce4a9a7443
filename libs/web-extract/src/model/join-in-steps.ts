import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Bytes copied per step. A step takes one to two milliseconds, because allocating memory costs more than
 * copying.
 */
export const STEP_BYTES = 2 * 1024 * 1024;

/**
 * Joins chunks into one array that owns its memory, so that it can be transferred to a worker without a
 * shared pool. Large arrays are copied in steps that yield to the event loop.
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

/** Joins buffers, large ones in steps that yield to the event loop. */
export async function joinBuffers(buffers: readonly Buffer[]): Promise<Buffer> {
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
  return bytes > STEP_BYTES
    ? Buffer.from((await joinInSteps(buffers)).buffer)
    : Buffer.concat(buffers, bytes);
}
