/** A format of files that this server reads. */
export interface ParseFormatV2 {
  readonly format: string;
  readonly kind: 'document' | 'spreadsheet' | 'presentation' | 'ebook' | 'text' | 'image';
  /** File extensions, without the dot. */
  readonly extensions: readonly string[];
  readonly mimeTypes: readonly string[];
  /** False for images without a text recognizer. */
  readonly available: boolean;
}

type Row = readonly [format: string, kind: ParseFormatV2['kind'], extensions: string, mimeTypes: string];

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const ROWS: readonly Row[] = [
  ['pdf', 'document', 'pdf', 'application/pdf'],
  ['docx', 'document', 'docx', `${OOXML}.wordprocessingml.document`],
  ['doc', 'document', 'doc', 'application/msword'],
  ['odt', 'document', 'odt', `${ODF}.text`],
  ['rtf', 'document', 'rtf', 'application/rtf text/rtf'],
  ['xlsx', 'spreadsheet', 'xlsx', `${OOXML}.spreadsheetml.sheet`],
  ['xlsb', 'spreadsheet', 'xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12'],
  ['xls', 'spreadsheet', 'xls', 'application/vnd.ms-excel'],
  ['ods', 'spreadsheet', 'ods', `${ODF}.spreadsheet`],
  ['pptx', 'presentation', 'pptx', `${OOXML}.presentationml.presentation`],
  ['ppt', 'presentation', 'ppt', 'application/vnd.ms-powerpoint'],
  ['odp', 'presentation', 'odp', `${ODF}.presentation`],
  ['epub', 'ebook', 'epub', 'application/epub+zip'],
  ['csv', 'spreadsheet', 'csv', 'text/csv'],
  ['tsv', 'spreadsheet', 'tsv', 'text/tab-separated-values'],
  ['markdown', 'text', 'md markdown', 'text/markdown'],
  ['text', 'text', 'txt text', 'text/plain'],
  ['html', 'text', 'html htm xhtml', 'text/html application/xhtml+xml'],
];

const IMAGES: Row = [
  'image',
  'image',
  'png jpg jpeg webp tiff',
  'image/png image/jpeg image/webp image/tiff',
];

/** The formats of files that `POST /v2/parse` reads. */
export const parseFormats = ({
  hasRecognizer,
}: {
  readonly hasRecognizer: boolean;
}): readonly ParseFormatV2[] =>
  [...ROWS, IMAGES].map(([format, kind, extensions, mimeTypes]) => ({
    format,
    kind,
    extensions: extensions.split(' '),
    mimeTypes: mimeTypes.split(' '),
    available: kind !== 'image' || hasRecognizer,
  }));
