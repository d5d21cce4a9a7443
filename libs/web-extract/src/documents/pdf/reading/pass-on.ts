import type { PdfOperators } from './pdfjs.js';

type Clone = typeof structuredClone;

/**
 * What pdf.js hands its messages over with, in place of `structuredClone`.
 *
 * It is made to work in a thread of its own, and copies all that it says to the other side; here both are one thread, and the copies
 * of operators, glyph by glyph, were a seventh of its time. Their lists are emptied once they are said, so these alone are copied:
 * nothing on either side changes what is in them.
 */
export function passingOn(clone: Clone): Clone {
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
