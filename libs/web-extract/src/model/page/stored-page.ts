import { ByteTurns } from '../byte-turns.js';
import { isLargeAnswer, jsonBuffer, jsonInSteps, textInSteps } from '../json-in-steps.js';
import { joinBuffers } from '../join-in-steps.js';
import type { Page } from './page.js';
import { decodeEarlierPage } from './earlier-page.js';
import { ScriptReturn } from './script-return.js';
import { putValue, separateValues, type Path } from './separate-values.js';

/** First byte of a page with separate values; JSON starts with another byte. */
const WITH_VALUES = 2;
const LENGTH_BYTES = 4;
/** Bytes of values encoded or decoded in one turn of the event loop: a few milliseconds. */
const TURN_BYTES = 1024 * 1024;

/** The JSON part, written before the values. */
interface StoredHead {
  /** The page, with null in place of its separate values. */
  readonly page: Page;
  readonly values: readonly ValueInfo[];
}

interface ValueInfo {
  readonly path: Path;
  /** Bytes of each piece of its JSON. Texts have pieces that can be decoded one by one. */
  readonly pieces: readonly number[];
  /** `type` of a {@link ScriptReturn}; the pieces are its `json`. */
  readonly type?: string;
}

/** A value that is encoded separately from its page. */
export interface StoredValue {
  readonly path: Path;
  /** Its JSON. */
  readonly pieces: readonly Buffer[];
  readonly type: string | undefined;
}

/**
 * Encodes a page for a store: JSON, followed by the JSON of its large values, so that answers can contain them unchanged. Neither
 * encoding nor {@link decodePage decoding} blocks the event loop for longer than a step.
 */
export async function encodePage(page: Page): Promise<Buffer> {
  const { rest, values } = separateValues(page);
  if (values.length === 0) return jsonBuffer(rest);
  const infos: ValueInfo[] = [];
  const buffers: Buffer[] = [];
  const turns = new ByteTurns(TURN_BYTES);
  for (const { path, value } of values) {
    const pieces = await encodeValue(value);
    buffers.push(...pieces);
    await turns.after(bytesOf(pieces));
    const lengths = pieces.map(({ length }) => length);
    infos.push({ path, pieces: lengths, ...(value instanceof ScriptReturn ? { type: value.type } : {}) });
  }
  const head = await jsonBuffer({ page: rest, values: infos } satisfies StoredHead);
  const start = Buffer.alloc(1 + LENGTH_BYTES, WITH_VALUES);
  start.writeUInt32LE(head.length, 1);
  return joinBuffers([start, head, ...buffers]);
}

/** Decodes a page that {@link encodePage} has encoded, also in an earlier version, or the JSON of a page. */
export async function decodePage(stored: Buffer): Promise<Page> {
  const { page, values } = await readStored(stored);
  const turns = new ByteTurns(TURN_BYTES);
  for (const { path, pieces, type } of values) {
    const parts: unknown[] = [];
    for (const [n, piece] of pieces.entries()) {
      const json = piece.toString();
      parts.push(type === undefined ? JSON.parse(withQuotes(json, n, pieces.length)) : json);
      await turns.after(piece.length);
    }
    const value = parts.length === 1 ? parts[0] : parts.join('');
    putValue(page, path, type === undefined ? value : new ScriptReturn(type, value as string));
  }
  return page;
}

/** Adds the quotes that a piece of a text lacks: the first piece begins with one, the last one ends with one. */
const withQuotes = (json: string, n: number, count: number): string =>
  `${n > 0 ? '"' : ''}${json}${n < count - 1 ? '"' : ''}`;

/** True if large values are encoded separately. */
export const hasValues = (stored: Buffer): boolean => stored[0] === WITH_VALUES;

/** Reads a stored page without decoding its separate values, which are null in the page. */
export async function readStored(stored: Buffer): Promise<{
  readonly page: Page;
  readonly values: readonly StoredValue[];
}> {
  if (!hasValues(stored)) return { page: await decodeEarlierPage(stored), values: [] };
  let at = 1 + LENGTH_BYTES + stored.readUInt32LE(1);
  const { page, values } = JSON.parse(stored.toString('utf8', 1 + LENGTH_BYTES, at)) as StoredHead;
  const withPieces = values.map(({ path, pieces, type }) => ({
    path,
    pieces: pieces.map((bytes) => stored.subarray(at, (at += bytes))),
    type,
  }));
  return { page, values: withPieces };
}

const bytesOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Only long texts are encoded in several pieces. */
async function encodeValue(value: unknown): Promise<Buffer[]> {
  const steps = stepsOf(value);
  if (steps === null) return [await jsonBuffer(value)];
  const pieces: Buffer[] = [];
  for await (const piece of steps) pieces.push(piece);
  return pieces;
}

function stepsOf(value: unknown): AsyncGenerator<Buffer> | null {
  if (value instanceof ScriptReturn) return textInSteps(value.json);
  return typeof value === 'string' && isLargeAnswer(value) ? jsonInSteps(value) : null;
}
