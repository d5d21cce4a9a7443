import { randomUUID } from 'node:crypto';
import { jsonBuffer } from '../json-in-steps.js';
import { joinBuffers } from '../join-in-steps.js';
import type { Page } from './page.js';
import { putValue } from './separate-values.js';
import { readStored, type StoredValue } from './stored-page.js';

/** Begins the texts that stand for separate values. No page can contain it, because it is random and never sent. */
const MARK = `${randomUUID()}:`;
const QUOTED_MARK = Buffer.from(`"${MARK}`);
const QUOTE = '"'.charCodeAt(0);

/**
 * Serializes the answer that `present` makes of a stored page. The large values of the page are copied as they are stored, without
 * parsing them.
 *
 * @param present returns plain data. It sees a text in place of each large value, which it must pass on unchanged or leave out.
 */
export async function answerOf(stored: Buffer, present: (page: Page) => object): Promise<Buffer> {
  const { page, values } = await readStored(stored);
  values.forEach(({ path, type }, n) => {
    const text = `${MARK}${n}`;
    putValue(page, path, type === undefined ? text : { type, value: text });
  });
  return insertValues(await jsonBuffer(present(page)), values);
}

/** Replaces the texts that stand for values by their JSON. */
async function insertValues(json: Buffer, values: readonly StoredValue[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let done = 0;
  for (let at: number; (at = json.indexOf(QUOTED_MARK, done)) !== -1;) {
    const end = json.indexOf(QUOTE, at + QUOTED_MARK.length);
    const n = Number(json.toString('latin1', at + QUOTED_MARK.length, end));
    parts.push(json.subarray(done, at), ...values[n]!.pieces);
    done = end + 1;
  }
  if (done === 0) return json;
  parts.push(json.subarray(done));
  return joinBuffers(parts);
}
