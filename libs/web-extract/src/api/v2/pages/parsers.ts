import { buildMessage, ValidateBy } from 'class-validator';
import type { PageRequest } from '../../../model/page/page-request.js';
import { defined } from '../../defined.js';
import { flag, integer, objectSchema, oneOf, type Fields } from '../../bodies/checks.js';
import { isJsonObject } from '../../bodies/json-object.js';

/** A document parser: a name, or an object with further fields. */
export type ParserV2 =
  | string
  | {
      readonly type: string;
      readonly mode?: string;
      readonly maxPages?: number;
      readonly pageMarkers?: boolean;
      readonly pages?: boolean;
      readonly hidden?: boolean;
      readonly blocks?: unknown;
    };

/** PDF parser options that are accepted but not supported. */
interface UnsupportedOptions {
  readonly blocks?: boolean;
}

const MAX_PARSERS = 10;

const kind = oneOf('pdf', 'image');
const FIELDS: Fields = {
  mode: oneOf('fast', 'auto', 'ocr'),
  maxPages: integer(1, 10_000),
  pageMarkers: flag,
  pages: flag,
  hidden: flag,
};
const SCHEMA = {
  type: 'array',
  maxItems: MAX_PARSERS,
  items: { anyOf: [kind.schema, objectSchema({ type: kind, ...FIELDS }, ['type'])] },
};

/** A list of parsers. */
export const IsParsers = () =>
  ValidateBy({
    name: 'isParsers',
    constraints: [SCHEMA],
    validator: {
      validate: (value) => Array.isArray(value) && value.length <= MAX_PARSERS && value.every(isParser),
      defaultMessage: buildMessage(
        () =>
          '$property must be a list of "pdf", "image" or {type, mode: fast, auto or ocr, maxPages: 1 to 10000}',
      ),
    },
  });

function isParser(value: unknown): boolean {
  if (!isJsonObject(value)) return kind.accepts(value);
  const given = Object.entries(FIELDS).filter(([name]) => value[name] !== undefined);
  return kind.accepts(value['type']) && given.every(([name, { accepts }]) => accepts(value[name]));
}

/** Without a parser for PDF the file itself is the answer. */
export function toParserOptions(
  parsers: readonly ParserV2[] = ['pdf'],
): Pick<PageRequest, 'parsePdf' | 'maxPages' | 'pageMarkers' | 'documentPages' | 'hidden'> {
  const pdf = pdfParserOf(parsers);
  if (pdf === undefined) return { parsePdf: false };
  const { maxPages, pageMarkers, pages: documentPages, hidden } = pdf;
  return { parsePdf: true, ...defined({ maxPages, pageMarkers, documentPages, hidden }) };
}

/** Returns the requested but unsupported options for PDFs. */
export function unsupportedOptions(parsers: readonly ParserV2[] = []): UnsupportedOptions {
  const { blocks } = pdfParserOf(parsers) ?? {};
  return blocks ? { blocks: true } : {};
}

/** A sentence for each. */
export function unansweredWarnings({ blocks = false }: UnsupportedOptions): string[] {
  return blocks ? ['parsers: blocks is not answered'] : [];
}

/** True if OCR is requested, which requires a recognizer of the host. */
export function wantsOcr(parsers: readonly ParserV2[] = []): boolean {
  return pdfParserOf(parsers)?.mode === 'ocr';
}

function pdfParserOf(parsers: readonly ParserV2[]): Exclude<ParserV2, string> | undefined {
  const entries = parsers.map((parser) => (typeof parser === 'string' ? { type: parser } : parser));
  return entries.find(({ type }) => type === 'pdf');
}
