import type { BodyPlace } from './body-place.js';

/** Reads of a body that is moved in the meantime. */
const TRIES = 3;

/** A row with its body, or the location of the body; null without one. */
export interface BodyRow {
  readonly body: Buffer | BodyPlace | null;
}

/**
 * Looks up a row and reads its body. A body that was moved between the two steps is looked up again.
 * @param read returns null for a body that cannot be read
 */
export async function readBody<R extends BodyRow>(
  lookUp: () => Promise<R>,
  read: (place: BodyPlace) => Promise<Buffer | null>,
): Promise<Omit<R, 'body'> & { readonly body: Buffer | null }> {
  let before: BodyPlace | null = null;
  for (let tries = 1; ; tries++) {
    const row = await lookUp();
    const { body } = row;
    if (body === null || Buffer.isBuffer(body)) return { ...row, body };
    const isSame = before !== null && before.pack === body.pack;
    const found = isSame ? null : await read(body);
    if (found !== null || isSame || tries === TRIES) return { ...row, body: found };
    before = body;
  }
}
