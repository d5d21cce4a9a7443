/** V8 stores letters in one or two bytes: the larger size counts, so that no text has to be searched for it. */
const LETTER_BYTES = 2;
const STRING_BYTES = 32;
const OBJECT_BYTES = 64;
/** A slot of an object or an array, with the number that it may refer to. */
const SLOT_BYTES = 24;

/**
 * Estimates the memory used by a value of plain JSON and byte arrays, including all nested values.
 *
 * Stops as soon as the result exceeds `maxBytes`, which bounds the time for any value.
 * @returns bytes; a result above `maxBytes` is a lower bound
 */
export function weigh(value: unknown, maxBytes = Infinity): number {
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0 && bytes <= maxBytes) {
    const part = open.pop();
    if (typeof part === 'string') bytes += STRING_BYTES + LETTER_BYTES * part.length;
    else if (ArrayBuffer.isView(part)) bytes += OBJECT_BYTES + part.byteLength;
    else if (typeof part === 'object' && part !== null) bytes += weighSlots(part, open, maxBytes - bytes);
  }
  return bytes;
}

/** Adds the values of an object to `open`, unless its slots alone take too much. */
function weighSlots(part: object, open: unknown[], maxBytes: number): number {
  let bytes = OBJECT_BYTES;
  if (Array.isArray(part)) {
    bytes += SLOT_BYTES * part.length;
    if (bytes <= maxBytes) for (const value of part as unknown[]) open.push(value);
    return bytes;
  }
  for (const name in part) {
    bytes += SLOT_BYTES + LETTER_BYTES * name.length;
    if (bytes > maxBytes) return bytes;
    open.push((part as Record<string, unknown>)[name]);
  }
  return bytes;
}
