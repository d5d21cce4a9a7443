import type { FormatInterface, FormatSources, OutputFormat, PageFormatInfo } from './output-format.js';
import {
  PAGE_FORMATS,
  type FormatFields,
  type FormatName,
  type FormatReplies,
  type PageFormat,
} from './page-formats.js';

const ROWS: readonly (readonly [PageFormat, OutputFormat])[] = Object.entries(PAGE_FORMATS) as [
  PageFormat,
  OutputFormat,
][];

/** The output formats by their names, in the order in which interfaces list them. */
export const pageFormats: Readonly<Record<PageFormat, PageFormatInfo>> = PAGE_FORMATS;

const formatsWith = (holds: (format: OutputFormat) => boolean): ReadonlySet<PageFormat> =>
  new Set(ROWS.filter(([, format]) => holds(format)).map(([name]) => name));

/** Formats of the markup of the whole page. */
export const MARKUP_FORMATS = formatsWith(({ of }) => of === 'markup');

/** Formats of the content, which has to be found for them. */
export const CONTENT_FORMATS = formatsWith(({ of }) => of === 'content');

/** Formats that a language model writes. */
export const MODEL_FORMATS = formatsWith(({ of }) => of === 'model');

/** Formats that uploaded files have. */
export const FILE_FORMATS = formatsWith(({ forFiles }) => forFiles);

/** Formats that describe the request and are no result by themselves. */
export const RUN_FORMATS = formatsWith(({ of }) => of === 'run');

/** Returns the names of the formats that an interface offers. */
export const formatNames = <In extends FormatInterface>(
  offeredIn: In,
  among: ReadonlySet<PageFormat> = new Set(ROWS.map(([name]) => name)),
): readonly FormatName<In>[] =>
  ROWS.flatMap(([name, { versions }]) =>
    among.has(name) ? ((versions[offeredIn] ?? []) as readonly FormatName<In>[]) : [],
  );

/** Returns all names by which requests ask for formats. */
export const requestedNames = (): readonly string[] => [
  ...new Set(
    ROWS.flatMap(([, { versions }]) =>
      Object.entries(versions).flatMap(([where, names]) => (where === 'playground' ? [] : names)),
    ),
  ),
];

/** Returns the formats that an interface offers. */
export const offeredFormats = (offeredIn: FormatInterface): readonly OutputFormat[] =>
  ROWS.map(([, format]) => format).filter(({ versions }) => versions[offeredIn] !== undefined);

/** Returns the formats by their names in an interface. */
export const formatsByName = (offeredIn: FormatInterface): ReadonlyMap<string, PageFormat> =>
  new Map(
    ROWS.flatMap(([name, { versions }]) => (versions[offeredIn] ?? []).map((one) => [one, name] as const)),
  );

const COMPUTED = ROWS.flatMap(([name, format]) =>
  'compute' in format && format.compute !== null ? [{ name, ...format, compute: format.compute }] : [],
);

/** Fields with the values of the formats that a conversion computes. */
export const COMPUTED_FIELDS: readonly string[] = COMPUTED.map(({ field }) => field);

/** The fields of a page that no format was requested of. */
export const NO_FORMATS = Object.fromEntries(
  COMPUTED.flatMap(({ field, unrequested }) => (unrequested === null ? [[field, null]] : [])),
) as unknown as FormatFields;

/** Computes the requested formats of a kind. */
export function computeFormats<Kind extends keyof FormatSources>(
  kind: Kind,
  requested: ReadonlySet<PageFormat>,
  source: FormatSources[Kind],
): Partial<FormatFields> {
  const fields: Record<string, unknown> = {};
  for (const { name, of, field, compute } of COMPUTED) {
    if (of !== kind || !requested.has(name)) continue;
    const value = (compute as (source: FormatSources[Kind]) => unknown)(source);
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

/** Copies the fields of the formats that a conversion computed. */
export const formatFields = (page: FormatFields): FormatFields => ({
  ...NO_FORMATS,
  ...presentFields(page, COMPUTED),
});

/** Copies the formats that an interface offers and the page has. */
export const offeredFields = <In extends FormatInterface>(
  page: FormatFields,
  offeredIn: In,
): FormatReplies<In> =>
  presentFields(
    page,
    COMPUTED.filter(({ versions }) => versions[offeredIn] !== undefined),
  ) as FormatReplies<In>;

function presentFields(
  page: FormatFields,
  rows: readonly { readonly field: string }[],
): Partial<FormatFields> {
  const fields: Record<string, unknown> = {};
  for (const { field } of rows) {
    const value = page[field as keyof FormatFields];
    if (value !== undefined && value !== null) fields[field] = value;
  }
  return fields;
}
