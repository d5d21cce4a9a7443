import { decodeAs, encodingOf } from '../../markup/decode/encodings.js';

/** Encodings by font character set. */
const BY_CHARSET: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  78: 'shift_jis',
  79: 'euc-kr',
  80: 'gbk',
  81: 'big5',
  83: 'windows-1255',
  84: 'windows-1256',
  85: 'windows-1253',
  86: 'windows-1254',
  87: 'windows-874',
  88: 'windows-1250',
  89: 'x-mac-cyrillic',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  255: 'ibm866',
};

/** Encodings by code page of the file. */
const BY_CODE_PAGE: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  708: 'iso-8859-6',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  10017: 'x-mac-cyrillic',
  65001: 'utf-8',
};

/**
 * Decodes text bytes.
 *
 * @param charset character set of the font; null and 1 mean the code page of the file
 */
export function decodeBytes(bytes: Uint8Array, charset: number | null, codePage: number): string {
  const byFont = charset === null || charset === 1 || charset === 2 ? undefined : BY_CHARSET[charset];
  // a font with the ANSI character set does not override the code page of the file
  const name =
    byFont && !(charset === 0 && codePage !== 1252)
      ? byFont
      : (BY_CODE_PAGE[codePage] ?? `windows-${codePage}`);
  return decodeAs(encodingOf(name) ?? 'windows-1252', Buffer.from(bytes));
}
