import type {
  FieldTransform,
  Locator,
  LocatorKind,
  ValueShape,
} from '../../model/extractor/extractor-program.js';
import type { MissingReason } from '../../model/extractor/extractor-run.js';
import { labelOf, locate, type Hit } from './locate.js';
import type { PageIndex, PageScope } from './page-index.js';
import { fitsSchema, fitsShape, isSameValue, readValue, type FieldValue } from './read-value.js';
import type { ScalarField } from './schema-fields.js';

/** A value with its proof, or the reason why there is none. */
export type FieldReading =
  | { readonly value: FieldValue; readonly locator: LocatorKind; readonly hit: Hit }
  | { readonly reason: MissingReason };

/** Learned parts of a scalar field. */
export interface ReadableField {
  readonly locators: readonly Locator[];
  readonly transform: FieldTransform;
  readonly shape: ValueShape;
  /** True if pages without the field were learned from. */
  readonly isOptional?: boolean;
  /** Labels of all fields of the template: a text next to a label that is one itself is no value. */
  readonly labels?: ReadonlySet<string>;
}

/**
 * True if what names an optional field is silent, and only a place that anything may take says something: the next value
 * moves up when one is left out.
 */
function isLeftover(all: readonly Statement[], said: readonly Statement[]): boolean {
  const isNamed = ({ locator }: Statement) => NAMED.has(locator.kind);
  return all.some(isNamed) && !said.some(isNamed) && said.every(({ locator }) => isLoose(locator));
}

const NAMED = new Set<LocatorKind>(['stated', 'label', 'attribute']);

/** True for a locator that ends with a mere tag: any such element below the anchor. */
function isLoose(locator: Locator): boolean {
  if (locator.kind !== 'selector') return locator.kind === 'path' || locator.kind === 'text';
  return !/[.[]/.test(locator.selector.split(/[ >]+/).at(-1)!);
}

/** Values found by one locator. */
interface Statement {
  readonly locator: Locator;
  readonly values: readonly { readonly value: FieldValue; readonly hit: Hit }[];
  readonly fault: 'invalid-value' | 'unseen-text' | null;
  /** Elements whose texts are no values; empty if there is a value. */
  readonly faulty: readonly number[];
}

/**
 * Reads a field in a scope. All locators are evaluated; if those that say something differ, there is no value.
 *
 * @param isClose the page matches the template so closely that places alone are trusted
 */
export function readField(
  field: ReadableField,
  spec: ScalarField,
  page: PageIndex,
  scope: PageScope,
  isClose: boolean,
): FieldReading {
  const statements = field.locators.map((locator) => stateOf(locator, field, spec, page, scope));
  const hasStrong = field.locators.some((locator) => !isWeak(locator));
  const trusted = statements.filter(({ locator }) => !isWeak(locator));
  // The item of a list is found by its root already.
  const candidates = hasStrong ? trusted : isClose || scope.root >= 0 ? statements : [];
  const said = candidates.filter(
    (one) => one.values.length > 0 || (one.fault && !isAroundValue(one, candidates, page)),
  );
  if (said.length === 0) return { reason: 'not-found' };
  if (field.isOptional && isLeftover(statements, said)) return { reason: 'not-found' };
  const single = said.filter(({ values }) => values.length === 1);
  const [first] = single;
  if (!first) {
    const isMany = said.some(({ values }) => values.length > 1);
    return { reason: isMany ? 'not-unique' : (said.find(({ fault }) => fault)?.fault ?? 'not-unique') };
  }
  const [{ value, hit }] = first.values as [{ value: FieldValue; hit: Hit }];
  for (const { values, fault } of said) {
    if (values.length === 0) return { reason: fault ? 'locators-disagree' : 'not-found' };
    if (!values.some((other) => isSameValue(other.value, value))) return { reason: 'locators-disagree' };
  }
  return { value, locator: first.locator.kind, hit };
}

/** True if all texts that are no values contain a place with a value: a block around it has got further texts. */
function isAroundValue({ faulty }: Statement, all: readonly Statement[], page: PageIndex): boolean {
  const places = all.flatMap(({ values }) =>
    values.length === 1 ? values.map(({ hit }) => hit.element) : [],
  );
  return (
    faulty.length > 0 &&
    faulty.every((element) =>
      places.some((place) => place > element && element >= 0 && page.isInside(place, element)),
    )
  );
}

/** Places without a name of their own. */
export function isWeak({ kind }: Locator): boolean {
  return kind === 'path';
}

function stateOf(
  locator: Locator,
  field: ReadableField,
  spec: ScalarField,
  page: PageIndex,
  scope: PageScope,
): Statement {
  const values: { value: FieldValue; hit: Hit }[] = [];
  const faulty: number[] = [];
  let fault: Statement['fault'] = null;
  for (const hit of locate(locator, page, scope)) {
    page.spend(1 + (hit.raw.length >> 6));
    if (locator.kind === 'label' && scope.root < 0 && field.labels?.has(labelOf(hit.raw))) continue;
    const value = valueOfHit(hit, field.transform, spec, page);
    if (value === undefined || !fitsShape(value, field.shape) || !fitsText(hit, field)) {
      fault = field.transform.kind === 'texts' ? 'unseen-text' : 'invalid-value';
      faulty.push(hit.element);
      continue;
    }
    if (!values.some((known) => isSameValue(known.value, value))) values.push({ value, hit });
    if (values.length > 3) break;
  }
  return values.length > 0
    ? { locator, values, fault: null, faulty: [] }
    : { locator, values, fault, faulty };
}

/** False for a text with far more words than those of the examples: a sentence that contains a number. */
function fitsText({ raw, isMachine }: Hit, { shape, transform }: ReadableField): boolean {
  if (isMachine || !shape.textWords || transform.kind === 'text') return true;
  return raw.length <= 20 || raw.split(' ').length <= shape.textWords[1] * 2 + 3;
}

/** The value of a place; undefined if it cannot be converted, or is against the schema. */
export function valueOfHit(
  hit: Hit,
  transform: FieldTransform,
  spec: ScalarField,
  page: PageIndex,
): FieldValue | undefined {
  const origin = { baseUrl: page.document.baseUrl, isMachine: hit.isMachine };
  const value = readValue(hit.raw, transform, origin) ?? statedTerm(hit, spec);
  return value === undefined || !fitsSchema(value, spec) ? undefined : value;
}

/** A term of schema.org that is named like a value of the enum: `https://schema.org/InStock` is `in_stock`. */
function statedTerm({ raw, isMachine }: Hit, { values }: ScalarField): FieldValue | undefined {
  if (!values || !isMachine || raw.length > 100) return undefined;
  const key = (text: string) =>
    text
      .replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
      .replace(/[\s_-]/g, '')
      .toLowerCase();
  const alike = values.filter((value) => typeof value === 'string' && key(value) === key(raw));
  return alike.length === 1 ? alike[0] : undefined;
}
