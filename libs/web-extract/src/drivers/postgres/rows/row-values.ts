import { deserialize, serialize } from 'node:v8';

/** First byte of values that JSON would change. No JSON text begins with it. */
const SERIALIZED = 0xff;

/** Small values are JSON; those with numbers, bytes or gaps that JSON does not know are in the format of structured clones. */
export function encodeValue(value: unknown): Buffer {
  let isPlain = true;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, after: unknown) {
    isPlain &&= isJson(this[key], after, this);
    return after;
  });
  return isPlain && text !== undefined ? Buffer.from(text) : serialize(value);
}

export function decodeValue(bytes: Buffer): unknown {
  if (bytes[0] !== SERIALIZED) return JSON.parse(bytes.toString());
  return deserialize(bytes);
}

/** Fields that are undefined may be left out, elements of lists may not. */
function isJson(before: unknown, after: unknown, parent: object): boolean {
  if (before !== after) return false; // it has a JSON of its own, such as a Buffer
  if (typeof after === 'number') return Number.isFinite(after);
  if (after === undefined) return !Array.isArray(parent);
  return !ArrayBuffer.isView(after) && !(after instanceof Map) && !(after instanceof Set);
}
