import { setImmediate as nextTurn } from 'node:timers/promises';
import { joinBuffers } from './join-in-steps.js';
import { ScriptReturn } from './page/script-return.js';

/** Characters serialized per step, about one millisecond of work. */
const STEP_CHARS = 512 * 1024;
/** Estimated size of every value except long strings. */
const SMALL_CHARS = 64;

/** Returns true if serializing the response in one step would block the event loop. */
export function isLargeAnswer(answer: unknown): boolean {
  return weightOf(answer, STEP_CHARS) > STEP_CHARS;
}

/**
 * Produces the output of `JSON.stringify` in steps that yield to the event loop.
 *
 * @param answer plain data, as returned by controllers
 */
export async function* jsonInSteps(answer: unknown): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of partsOf(answer)) {
    text += part;
    if (text.length < STEP_CHARS) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  yield Buffer.from(text);
}

/** Encodes a long text in steps, as {@link jsonInSteps} does. */
export async function* textInSteps(text: string): AsyncGenerator<Buffer> {
  for (const slice of slicesOf(text)) {
    yield Buffer.from(slice);
    await nextTurn();
  }
}

/** Serializes a value like `JSON.stringify` into one buffer; large values in steps. */
export async function jsonBuffer(value: unknown): Promise<Buffer> {
  if (!isLargeAnswer(value)) return Buffer.from(JSON.stringify(value));
  const parts: Buffer[] = [];
  for await (const part of jsonInSteps(value)) parts.push(part);
  return joinBuffers(parts);
}

/** Yields the JSON text in parts that are not much longer than one step. */
function* partsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > STEP_CHARS) yield* partsOfText(value);
  else if (value instanceof ScriptReturn) yield* partsOfReturn(value);
  else if (!isContainer(value) || weightOf(value, STEP_CHARS) <= STEP_CHARS)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* partsOfList(value);
  else yield* partsOfObject(value);
}

function* partsOfText(text: string): Generator<string> {
  yield '"';
  // A split surrogate pair is written as two escapes, which parse to the same pair.
  for (let at = 0; at < text.length; at += STEP_CHARS)
    yield JSON.stringify(text.slice(at, at + STEP_CHARS)).slice(1, -1);
  yield '"';
}

/** Yields the JSON text of a script's return value without parsing it. */
function* partsOfReturn({ type, json }: ScriptReturn): Generator<string> {
  yield `{"type":${JSON.stringify(type)},"value":`;
  yield* slicesOf(json);
  yield '}';
}

/** Splits a string into slices without splitting surrogate pairs. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + STEP_CHARS;
    const isPairParted = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    yield text.slice(at, isPairParted ? end + 1 : end);
    at = isPairParted ? end + 1 : end;
  }
}

function* partsOfList(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [at, item] of items.entries()) {
    if (at > 0) yield ',';
    yield* partsOf(item);
  }
  yield ']';
}

function* partsOfObject(fields: object): Generator<string> {
  let mark = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${mark}${JSON.stringify(name)}:`;
    yield* partsOf(value);
    mark = ',';
  }
  yield mark === '{' ? '{}' : '}';
}

/** Returns true for arrays and plain objects. Other objects, such as streams, are not traversed. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
}

/** Estimates the number of characters of a value; stops counting above `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ScriptReturn) return value.json.length;
  if (!isContainer(value)) return SMALL_CHARS;
  let weight = SMALL_CHARS;
  for (const name in value) {
    weight += weightOf((value as Record<string, unknown>)[name], most - weight);
    if (weight > most) break;
  }
  return weight;
}
