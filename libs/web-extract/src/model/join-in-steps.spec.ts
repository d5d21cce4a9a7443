import { joinInSteps, STEP_BYTES } from './join-in-steps.js';

/** Returns bytes that differ from their neighbours. */
function bytes(length: number, from = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (from + at) % 251);
}

describe('joinInSteps', () => {
  it.each([
    [[], 'nothing'],
    [[0], 'nothing but an empty chunk'],
    [[3, 0, 5], 'small chunks'],
    [[STEP_BYTES], 'one step'],
    [[STEP_BYTES + 1], 'a chunk longer than a step'],
    [[5, 2 * STEP_BYTES, 7, STEP_BYTES - 1, 1], 'chunks longer and shorter than a step'],
  ])('joins chunks of %j bytes (%s)', async (lengths) => {
    let at = 0;
    const chunks = lengths.map((length) => bytes(length, (at += length) - length));
    const whole = await joinInSteps(chunks);
    expect(Buffer.compare(whole, bytes(at))).toBe(0);
    expect(whole.byteLength).toBe(whole.buffer.byteLength);
  });

  it('gives memory of its own, also for a single chunk', async () => {
    const chunk = bytes(10);
    expect((await joinInSteps([chunk])).buffer).not.toBe(chunk.buffer);
  });

  it('lets others have their turn between the steps of many bytes', async () => {
    let turns = 0;
    const others = () => (turns++, (timer = setImmediate(others)));
    let timer = setImmediate(others);
    await joinInSteps([new Uint8Array(4 * STEP_BYTES)]);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('makes nobody wait for a turn where there is little to copy', async () => {
    let turns = 0;
    const timer = setImmediate(() => turns++);
    await joinInSteps([bytes(1000), bytes(1000)]);
    clearImmediate(timer);
    expect(turns).toBe(0);
  });
});
