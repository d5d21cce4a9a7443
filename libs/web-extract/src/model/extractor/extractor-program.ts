import type { JsonSchema } from '../extraction/json-schema.js';

/** Value of {@link ExtractorProgram.kind}. */
export const EXTRACTOR_KIND = 'web-extract/extractor';

/** Value of {@link ExtractorProgram.format}. */
export const EXTRACTOR_FORMAT = 1;

/** Bounds of programs and of the work with them. */
export const EXTRACTOR_BOUNDS = {
  /** Size of a program as JSON. */
  programChars: 131_072,
  templates: 20,
  locators: 5,
  /** Items of a list on a page. */
  items: 2_000,
  /** Values of a page. */
  values: 20_000,
  /** Nested lists. */
  listDepth: 3,
  schemaProperties: 100,
  schemaDepth: 6,
  /** A label, a selector, a prefix or another text of a locator. */
  textChars: 200,
  /** A text that a locator finds: longer ones are cut, longer attributes are not read. */
  valueChars: 5_000,
  /** Values, quotes and paths of a page in all. */
  pageChars: 1_000_000,
  runMs: 250,
  /** No further locators are tried after this time. */
  learnMs: 10_000,
  /** Searches of learning and healing are aborted after this time: on busy machines the verification of finds takes longer. */
  learnEndMs: 30_000,
} as const;

/** Source of an example, most trusted first. */
export type ExampleSource = 'values' | 'stated' | 'model';

/**
 * A learned program that extracts the values of a schema from pages of known templates. Plain JSON, without values of the
 * learning pages except the texts of enums and booleans.
 */
export interface ExtractorProgram {
  readonly kind: typeof EXTRACTOR_KIND;
  readonly format: typeof EXTRACTOR_FORMAT;
  readonly id: string;
  readonly version: number;
  readonly schema: JsonSchema;
  readonly templates: readonly TemplateProgram[];
}

/** Fields of one kind of page. */
export interface TemplateProgram {
  readonly id: string;
  /** Min-hash of constant texts and tag paths, without generated class names: 64 numbers. */
  readonly fingerprint: readonly number[];
  /** Number of learning pages. */
  readonly pages: number;
  /** Common beginning of the URLs of the learning pages: origin and path. */
  readonly urlPattern?: string;
  readonly fields: readonly FieldProgram[];
  /** Fields of the schema that were not learned. */
  readonly missing: readonly UnlearnedField[];
}

/** Path of a field that was not learned, with the reason. */
export interface UnlearnedField {
  /** JSON Pointer with `*` for list items. */
  readonly path: string;
  readonly reason: LearnProblemReason;
}

/** A learned scalar field or a learned list. */
export type FieldProgram = ScalarFieldProgram | ListFieldProgram;

interface FieldProgramBase {
  /** JSON Pointer. Items of lists are `*`, such as `/posts/*`. */
  readonly path: string;
  readonly required: boolean;
  /** Learning pages (for fields of items: learning items) with a value, and without one. */
  readonly support: { readonly pages: number; readonly absent: number };
  readonly sources: readonly ExampleSource[];
}

export interface ScalarFieldProgram extends FieldProgramBase {
  /** Most trusted first, at most 5. */
  readonly locators: readonly Locator[];
  readonly transform: FieldTransform;
  /** Shape of the texts of the examples; values far outside are invalid. */
  readonly shape: ValueShape;
}

/** A list: where its items are, and the fields of an item (with full paths). */
export interface ListFieldProgram extends FieldProgramBase {
  /** Most trusted first, at most 5. */
  readonly items: readonly ListLocator[];
  /** Fields of an item; of a list of scalars one field, with the path `<list>/*`. */
  readonly fields: readonly FieldProgram[];
}

/** Place of the items of a list within the page or within the item of the outer list. */
export interface ListLocator {
  /** Element that contains the items. Absent: the whole page, or the item of the outer list. */
  readonly root?: ListRoot;
  /** Selector of the first element of each item, below the root. */
  readonly item: string;
  /** `element`: an item is its element. `run`: an item continues up to the next one. */
  readonly span: 'element' | 'run';
}

export type ListRoot =
  | { readonly kind: 'selector'; readonly selector: string }
  /** `next`: the element after a text. `around`: the element that contains the text. */
  | { readonly kind: 'label'; readonly texts: readonly string[]; readonly take: 'next' | 'around' };

/** Kind of a locator. Locators are independent of each other if their kinds differ. */
export type LocatorKind = 'stated' | 'label' | 'attribute' | 'selector' | 'path' | 'text';

export type Locator = PlainLocator & {
  /** Part of the text that is found. */
  readonly part?: TextPart;
};

/** From the first prefix (empty: the beginning) to the next suffix (empty: the end). */
export interface TextPart {
  readonly prefix: string;
  readonly suffix: string;
}

type PlainLocator =
  /** A value of JSON-LD, microdata, RDFa, a meta element or embedded state. */
  | { readonly kind: 'stated'; readonly syntax: StatedSyntax; readonly path: string }
  /** The text beside a label. */
  | {
      readonly kind: 'label';
      readonly texts: readonly string[];
      readonly side: 'before' | 'after';
      /** `run`: the next text; `cell`: the next element; `own`: the element with the label. */
      readonly take: 'run' | 'cell' | 'own';
      /** With `own`: the attribute with the value. */
      readonly attribute?: string;
      /** True if separators may be between label and value. */
      readonly gap?: boolean;
      /** True if the text is closer to the label than the text on the other side of the label: both are in a row of their own. */
      readonly close?: boolean;
      /** Name of the element around label and value; empty for those without a meaning, such as `div`. */
      readonly row: string;
      /** Name of the element next to the label; empty for those without a meaning. */
      readonly cell: string;
    }
  /** An element found by an attribute, or an attribute of an element. */
  | { readonly kind: 'attribute'; readonly selector: string; readonly attribute?: string }
  /** An element found by classes and tags. */
  | { readonly kind: 'selector'; readonly selector: string; readonly attribute?: string }
  /** An element found by its place, or the nth text of an item. */
  | {
      readonly kind: 'path';
      readonly selector?: string;
      readonly attribute?: string;
      readonly text?: number;
    }
  /** A part of a text, between two texts. */
  | {
      readonly kind: 'text';
      readonly prefix: string;
      readonly suffix: string;
      /** `inside`: all three are one text; `between`: the neighbouring texts. */
      readonly scope: 'inside' | 'between';
      /** Only inside elements that match. */
      readonly selector?: string;
    };

export type StatedSyntax = 'json-ld' | 'microdata' | 'rdfa' | 'meta' | 'state';

/** Decimal separator of numbers; `any`: not determined by the examples. */
export type DecimalMark = ',' | '.' | 'any';

export type DurationUnit = 'seconds' | 'minutes' | 'hours' | 'days';

/** Converts a text to the type of the schema. */
export type FieldTransform =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly decimal: DecimalMark; readonly integer: boolean }
  | { readonly kind: 'currency' }
  | { readonly kind: 'date'; readonly monthFirst: boolean; readonly time: boolean }
  | { readonly kind: 'duration'; readonly unit: DurationUnit }
  | { readonly kind: 'uri' }
  /** Values by the texts seen, normalized; `constant` is the transform of a field with one value only. */
  | {
      readonly kind: 'texts';
      readonly values: readonly { readonly text: string; readonly value: string | number | boolean }[];
    };

/** Ranges seen in the examples. */
export interface ValueShape {
  readonly chars: readonly [number, number];
  readonly words: readonly [number, number];
  readonly digits: readonly [number, number];
  /** Words of the texts that the values were read from; absent for values that programs wrote. */
  readonly textWords?: readonly [number, number];
  /** Range of the values; numbers only. */
  readonly range?: readonly [number, number];
}

/** Why a field was not learned, or an example was not used. */
export type LearnProblemReason =
  /** The value was not found on the page. */
  | 'not-on-page'
  | 'examples-disagree'
  /** No example on any page. */
  | 'no-examples'
  /** Fewer than two pages with an example. */
  | 'too-few-pages'
  /** The value is the same on all pages and nothing names it. */
  | 'constant'
  /** No locator gives the examples on all pages. */
  | 'no-locator'
  /** The value does not satisfy the schema. */
  | 'against-schema'
  /** The time of learning is over. */
  | 'time'
  /** The page has no room with the others of its request. */
  | 'size';
