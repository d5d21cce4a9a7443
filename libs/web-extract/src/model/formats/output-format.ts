import type { AttributeValues } from '../page/attributes.js';
import type { Chunk } from '../page/chunk.js';
import type { PageProduct, SchemaOrgObject } from '../page/schema-org.js';

/** The markup of a whole page, before it is reduced to its content. */
export interface PageMarkup {
  /** The page as sent; null if it is not text. */
  source(): string | null;
  links(): readonly string[];
  images(): readonly string[];
  /** Values of the requested attributes. */
  attributes(): readonly AttributeValues[];
}

/** Data that a page states in a machine-readable form. */
export interface PageStatements {
  product(): PageProduct | undefined;
  objects(): readonly SchemaOrgObject[];
}

/** The content of a page. */
export interface PageContent {
  markdown(): string;
  html(): string;
  chunks(): readonly Chunk[];
  /** The passages that match the search words of the request. */
  highlights(): string;
}

/** What the formats of a kind are computed from. */
export interface FormatSources {
  readonly markup: PageMarkup;
  readonly statements: PageStatements;
  readonly content: PageContent;
}

/** Names of a format in the interfaces of the package; a format without a name is not offered there. */
interface FormatNames {
  readonly v1?: readonly string[];
  readonly v2?: readonly string[];
  readonly mcp?: readonly string[];
  readonly cli?: readonly string[];
  readonly playground?: readonly string[];
}

/** An interface that offers formats. */
export type FormatInterface = keyof FormatNames;

/** Description of an output format. */
export interface PageFormatInfo {
  /** Field of the page that contains the value. */
  readonly field: string;
  /** False if uploaded files do not have it. */
  readonly forFiles: boolean;
  /** Text, a list of lines, a `data:` URL of a picture, or data that is written as JSON. */
  readonly shape: 'text' | 'lines' | 'picture' | 'data';
  /** Names in the versions of the HTTP API and in the other interfaces. */
  readonly versions: FormatNames;
}

/** A format that the conversion computes. */
type ComputedFormat = {
  readonly [Kind in keyof FormatSources]: PageFormatInfo & {
    readonly of: Kind;
    /** Value of a page that the format was not requested of. */
    readonly unrequested?: null;
    /** Returns undefined if the page has no value. Null: part of every conversion that needs it. */
    readonly compute: ((source: FormatSources[Kind]) => unknown) | null;
  };
}[keyof FormatSources];

/** A format of the language model, the browser, or the request itself. */
interface AddedFormat extends PageFormatInfo {
  readonly of: 'model' | 'browser' | 'run';
}

/** An output format of a page. */
export type OutputFormat = ComputedFormat | AddedFormat;
