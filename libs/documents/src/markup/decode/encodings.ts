/**
 * Upper 96 characters of ISO-8859-16, which the ICU of Node does not support. @see
 * https://encoding.spec.whatwg.org/#index-iso-8859-16
 */
const ISO_8859_16 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

/** Standard labels that the TextDecoder of Node 20 does not support. */
const EXTRA_LABELS: ReadonlySet<string> = new Set(['iso-8859-16', 'x-user-defined']);

/** Chunk size for table decoding; limits the arguments of one `fromCharCode` call. */
const TABLE_CHUNK_BYTES = 8192;

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
  if (encoding === 'iso-8859-16') return decodeByTable(bytes, (byte) => iso885916(byte));
  if (encoding === 'x-user-defined')
    return decodeByTable(bytes, (byte) => (byte < 0x80 ? byte : 0xf700 + byte));
  const decoder = new TextDecoder(encoding);
  // Some releases of Node decode windows-1252 as Latin-1 without streaming: https://github.com/nodejs/node/issues/56542
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function iso885916(byte: number): number {
  return byte < 0xa0 ? byte : ISO_8859_16.charCodeAt(byte - 0xa0);
}

function decodeByTable(bytes: Uint8Array, charCodeOf: (byte: number) => number): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += TABLE_CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + TABLE_CHUNK_BYTES);
    text += String.fromCharCode(...Uint16Array.from(chunk, charCodeOf));
  }
  return text;
}
