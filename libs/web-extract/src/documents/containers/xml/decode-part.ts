import { decodeText } from '../../../markup/decode/decode-text.js';

/** The text of a file of XML: UTF-8, unless its mark or its declaration says otherwise. */
export function decodePart(bytes: Uint8Array): string {
  return decodeText(bytes, { charset: null, declaration: 'xml' }).text;
}
