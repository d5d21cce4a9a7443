import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';

/** Standard labels that the TextDecoder of Node 20 does not support. */
const EXTRA_LABELS: ReadonlySet<string> = new Set(['iso-8859-16', 'x-user-defined']);

/** Encodings that the TextDecoder of every supported Node decodes as the standard says. */
const UNICODE: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);

/** Decodes text in chunks: all but the last one with `stream`. */
export interface ChunkDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/**
 * Encoding of a label, by its lower-case name in the Encoding Standard.
 *
 * @returns null for unknown labels, and for labels that the standard replaces for security (iso-2022-kr, hz-gb-2312 …)
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export function encodingOf(label: string | null): string | null {
  const name = (label ?? '').trim().toLowerCase();
  if (name === '') return null;
  if (EXTRA_LABELS.has(name)) return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null; // unknown label
  }
}

/**
 * Decodes bytes with a name returned by `encodingOf`. Invalid sequences become U+FFFD; a byte order mark is dropped.
 * Never throws.
 */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  return decoderOf(encoding).decode(bytes);
}

/**
 * Decoder of an encoding, by a name returned by `encodingOf`. That of Node lacks thousands of characters of the
 * Chinese and Korean encodings and drops what it does not know, so it only decodes Unicode.
 */
export function decoderOf(encoding: string): ChunkDecoder {
  if (UNICODE.has(encoding)) return new TextDecoder(encoding);
  try {
    return new StandardDecoder(encoding);
  } catch {
    return new TextDecoder(EXTRA_LABELS.has(encoding) ? 'latin1' : encoding); // Jest of a host that loads no ES modules
  }
}

/** The query percent-encode set of special schemes, beyond control characters and what is not ASCII, in ascending order. */
const QUERY_SET = ' "#\'<>';

/**
 * A query of an address, as a page in this encoding requests it: characters that the encoding lacks become references.
 * @see https://url.spec.whatwg.org/#query-state
 */
export function encodeQuery(encoding: string, query: string): string {
  try {
    return percentEncodeAfterEncoding(encoding, query, QUERY_SET);
  } catch {
    return query; // an encoding without an encoder: the query is read as UTF-8
  }
}
