import { decodeText } from '../../markup/decode/decode-text.js';

/** Decodes an XML file: UTF-8 unless its byte order mark or XML declaration specifies another encoding. */
export function decodePart(bytes: Uint8Array): string {
  return decodeText(bytes, { charset: null, declaration: 'xml' }).text;
}
