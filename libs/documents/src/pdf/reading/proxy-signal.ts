import type { PdfOperators } from './pdf-operators.js';

type Clone = typeof structuredClone;

/**
 * Replacement for the `structuredClone` that pdf.js uses to pass messages.
 *
 * pdf.js is designed for a separate worker thread and copies every message. Here both sides run in one thread, and
 * copying operators glyph by glyph took a seventh of the time. Only the operator lists are copied, because pdf.js
 * empties them after sending; neither side changes their elements. Most other messages are a few numbers and names, for
 * which Node opens a channel: they are copied field by field.
 */
export function proxySignal(clone: Clone): Clone {
  return (message, options) => {
    const chunk = operatorsIn(message);
    if (chunk)
      return { ...message, chunk: { fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() } };
    return (options ? null : copyOfFlat(message, MAX_LEVELS)) ?? clone(message, options);
  };
}

/** A message and its data. */
const MAX_LEVELS = 2;

/** Copy of a plain object whose values are primitive or, in the first level, such objects; null for any other value. */
function copyOfFlat<Message>(message: Message, levels: number): Message | null {
  if (levels === 0 || typeof message !== 'object' || message === null) return null;
  if (Object.getPrototypeOf(message) !== Object.prototype) return null;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(message)) {
    if (key === '__proto__') return null; // cannot be set like another field
    const value = (message as Record<string, unknown>)[key];
    const own = isPrimitive(value) ? value : copyOfFlat(value, levels - 1);
    if (own === null && value !== null) return null;
    copy[key] = own;
  }
  return copy as Message;
}

/** Symbols are no values that can be sent. */
function isPrimitive(value: unknown): boolean {
  return (
    value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
  );
}

function operatorsIn(message: unknown): PdfOperators | null {
  const { chunk } = (message ?? {}) as { readonly chunk?: Partial<PdfOperators> | null };
  return Array.isArray(chunk?.fnArray) && Array.isArray(chunk.argsArray) ? (chunk as PdfOperators) : null;
}
