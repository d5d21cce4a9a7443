import type { PdfOperators } from './pdf-operators.js';

type Clone = typeof structuredClone;

/**
 * Replacement for the `structuredClone` that pdf.js uses to pass messages.
 *
 * pdf.js is designed for a separate worker thread and copies every message. Here both sides run in one thread, and
 * copying operators glyph by glyph took a seventh of the time. Only the operator lists are copied, because pdf.js
 * empties them after sending; neither side changes their elements.
 */
export function proxySignal(clone: Clone): Clone {
  return (message, options) => {
    const chunk = operatorsIn(message);
    if (!chunk) return clone(message, options);
    return { ...message, chunk: { fnArray: [...chunk.fnArray], argsArray: [...chunk.argsArray] } };
  };
}

function operatorsIn(message: unknown): PdfOperators | null {
  const { chunk } = (message ?? {}) as { readonly chunk?: Partial<PdfOperators> | null };
  return Array.isArray(chunk?.fnArray) && Array.isArray(chunk.argsArray) ? (chunk as PdfOperators) : null;
}
