import type {
  FormatInterface,
  OutputFormat,
  PageContent,
  PageMarkup,
  PageStatements,
} from './output-format.js';

/** Names of a format that all interfaces offer under its own name. */
const everywhere = <const Name extends string, const Label extends string>(name: Name, label: Label) =>
  ({ v1: [name], v2: [name], mcp: [name], cli: [name], playground: [label] }) as const;

/** The output formats. Types and lists of formats are derived from these rows, in their order. */
export const PAGE_FORMATS = {
  markdown: {
    field: 'markdown',
    of: 'content',
    forFiles: true,
    shape: 'text',
    unrequested: null,
    versions: everywhere('markdown', 'Markdown'),
    compute: (content: PageContent) => content.markdown(),
  },
  html: {
    field: 'html',
    of: 'content',
    forFiles: true,
    shape: 'text',
    unrequested: null,
    versions: everywhere('html', 'HTML'),
    compute: (content: PageContent) => content.html(),
  },
  rawHtml: {
    field: 'rawHtml',
    of: 'markup',
    forFiles: true,
    shape: 'text',
    unrequested: null,
    versions: everywhere('rawHtml', 'Raw HTML'),
    compute: (page: PageMarkup) => page.source(),
  },
  links: {
    field: 'links',
    of: 'markup',
    forFiles: true,
    shape: 'lines',
    unrequested: null,
    versions: everywhere('links', 'Links'),
    compute: (page: PageMarkup) => page.links(),
  },
  /** Images of the whole page: absolute http(s) URLs, unique, in document order. */
  images: {
    field: 'images',
    of: 'markup',
    forFiles: true,
    shape: 'lines',
    versions: { v2: ['images'], mcp: ['images'], cli: ['images'], playground: ['Images'] },
    compute: (page: PageMarkup) => page.images(),
  },
  attributes: {
    field: 'attributes',
    of: 'markup',
    forFiles: true,
    shape: 'data',
    versions: { v2: ['attributes'], playground: ['Attributes'] },
    compute: (page: PageMarkup) => page.attributes(),
  },
  chunks: {
    field: 'chunks',
    of: 'content',
    forFiles: true,
    shape: 'data',
    versions: { v1: ['chunks'], v2: ['chunks'], cli: ['chunks'], playground: ['Chunks'] },
    compute: (content: PageContent) => content.chunks(),
  },
  /** Passages that contain the search words, the most relevant first; empty if there are none. */
  highlights: {
    field: 'highlights',
    of: 'content',
    forFiles: true,
    shape: 'text',
    versions: { v2: ['highlights'], playground: ['Highlights'] },
    compute: (content: PageContent) => content.highlights(),
  },
  /** The product that the page states in its data; absent if there is none, or more than one. */
  product: {
    field: 'product',
    of: 'statements',
    forFiles: true,
    shape: 'data',
    versions: { v2: ['product'], cli: ['product'], playground: ['Product'] },
    compute: (page: PageStatements) => page.product(),
  },
  /** Objects in JSON-LD, microdata and RDFa: at most 64 objects and 256 KB. */
  schemaOrg: {
    field: 'schemaOrg',
    of: 'statements',
    forFiles: true,
    shape: 'data',
    versions: { v2: ['schemaOrg'], cli: ['schemaOrg'], playground: ['schema.org'] },
    compute: (page: PageStatements) => page.objects(),
  },
  /** JSON of all structured data, tables and lists of labels, at most 256 KB. Not available over HTTP. */
  structuredData: {
    field: 'structuredData',
    of: 'statements',
    forFiles: false,
    shape: 'data',
    versions: {},
    compute: null, // extractions need it as well
  },
  /** Adds the list `quality.removed`; all pages have the other fields of `quality`. */
  quality: {
    field: 'quality',
    of: 'content',
    forFiles: true,
    shape: 'data',
    versions: { v1: ['quality'], v2: ['quality'], cli: ['quality'], playground: ['Quality'] },
    compute: null,
  },
  summary: {
    field: 'summary',
    of: 'model',
    forFiles: true,
    shape: 'text',
    versions: everywhere('summary', 'Summary'),
  },
  answer: {
    field: 'answer',
    of: 'model',
    forFiles: true,
    shape: 'text',
    versions: { v2: ['question', 'query'], mcp: ['query'] },
  },
  screenshot: {
    field: 'screenshot',
    of: 'browser',
    forFiles: false,
    shape: 'picture',
    versions: everywhere('screenshot', 'Screenshot'),
  },
  'screenshot@fullPage': {
    field: 'screenshot',
    of: 'browser',
    forFiles: false,
    shape: 'picture',
    versions: { v1: ['screenshot@fullPage'], cli: ['screenshot@fullPage'] },
  },
  extraction: {
    field: 'extraction',
    of: 'model',
    forFiles: true,
    shape: 'data',
    versions: { v1: ['extract', 'json'], v2: ['json'], mcp: ['json'] },
  },
  timings: {
    field: 'timings',
    of: 'run',
    forFiles: true,
    shape: 'data',
    versions: { v1: ['timings'], v2: ['timings'], cli: ['timings'], playground: ['Timings'] },
  },
} as const satisfies Readonly<Record<string, OutputFormat>>;

type Rows = typeof PAGE_FORMATS;

/** Formats that can be requested of a page. Only requested formats are computed. */
export type PageFormat = keyof Rows;

/** Names of formats in an interface. */
export type FormatName<In extends FormatInterface> = {
  [Format in PageFormat]: Rows[Format]['versions'] extends Readonly<Record<In, readonly (infer Name)[]>>
    ? Name
    : never;
}[PageFormat];

/** Formats that a conversion computes. */
type ComputedFormat = {
  [Format in PageFormat]: Rows[Format] extends { readonly compute: (source: never) => unknown }
    ? Format
    : never;
}[PageFormat];

/** Formats whose fields all pages have. */
type NullableFormat = {
  [Format in PageFormat]: Rows[Format] extends { readonly unrequested: null } ? Format : never;
}[PageFormat];

type Value<Row> = Row extends { readonly compute: (source: never) => infer Result } ? Result : never;

/** Fields of computed formats that are null unless requested. */
type NullableFields = {
  readonly [Format in keyof Pick<Rows, NullableFormat>]: Value<Rows[Format]> | null;
};

/** Fields of computed formats that are absent unless requested. */
type OptionalFields = {
  readonly [Format in keyof Pick<Rows, Exclude<ComputedFormat, NullableFormat>>]?: Exclude<
    Value<Rows[Format]>,
    undefined
  >;
};

/** Fields of the formats that a conversion computes. */
export interface FormatFields extends NullableFields, OptionalFields {}

/** Formats that are never null when requested. */
export type SureFormat =
  | 'timings'
  | {
      [Format in ComputedFormat]: null extends Value<Rows[Format]>
        ? never
        : undefined extends Value<Rows[Format]>
          ? never
          : Format;
    }[ComputedFormat];

/** Fields of an interface's responses whose values are those of the page. */
export type FormatReplies<In extends FormatInterface> = {
  readonly [Format in keyof Pick<Rows, OfferedFormat<In>>]?: NonNullable<FormatFields[Format]>;
};

type OfferedFormat<In extends FormatInterface> = {
  [Format in ComputedFormat]: Rows[Format]['versions'] extends Readonly<Record<In, readonly string[]>>
    ? Format
    : never;
}[ComputedFormat];
