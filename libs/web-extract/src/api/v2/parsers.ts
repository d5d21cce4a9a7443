import { buildMessage, ValidateBy } from 'class-validator';
import type { PageRequest } from '../../model/page-request.js';
import { isJsonObject } from '../validators.js';

/** How files are read: a name alone, or an object with fields of its own. */
export type ParserV2 =
  | string
  | {
      readonly type: string;
      readonly mode?: string;
      readonly maxPages?: number;
      readonly pageMarkers?: boolean;
    };

const KINDS: readonly string[] = ['pdf', 'image'];
const MODES: readonly string[] = ['fast', 'auto', 'ocr'];
const MAX_PARSERS = 10;
const MAX_PAGES = 10_000;

/** A list of parsers. */
export const IsParsers = () =>
  ValidateBy({
    name: 'isParsers',
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= MAX_PARSERS && value.every(isParser),
      defaultMessage: buildMessage(
        () =>
          '$property must be a list of "pdf", "image" or {type, mode: fast, auto or ocr, maxPages: 1 to 10000}',
      ),
    },
  });

function isParser(value: unknown): boolean {
  if (typeof value === 'string') return KINDS.includes(value);
  if (!isJsonObject(value) || !KINDS.includes(String(value['type']))) return false;
  const { mode, maxPages, pageMarkers } = value;
  return (
    (mode === undefined || MODES.includes(String(mode))) &&
    (maxPages === undefined ||
      (Number.isInteger(maxPages) && (maxPages as number) >= 1 && (maxPages as number) <= MAX_PAGES)) &&
    (pageMarkers === undefined || typeof pageMarkers === 'boolean')
  );
}

/** Without a parser for PDF the file itself is the answer. */
export function toParserOptions(
  parsers: readonly ParserV2[] = ['pdf'],
): Pick<PageRequest, 'parsePdf' | 'maxPages' | 'pageMarkers'> {
  const entry = parsers.find((parser) => (typeof parser === 'string' ? parser : parser.type) === 'pdf');
  if (entry === undefined) return { parsePdf: false };
  const { maxPages, pageMarkers }: Exclude<ParserV2, string> =
    typeof entry === 'string' ? { type: entry } : entry;
  return {
    parsePdf: true,
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(pageMarkers === undefined ? {} : { pageMarkers }),
  };
}

/** Whether pictures of text are to be read: a recogniser of the host does. */
export function wantsOcr(parsers: readonly ParserV2[] = []): boolean {
  return parsers.some((parser) => typeof parser !== 'string' && parser.mode === 'ocr');
}
