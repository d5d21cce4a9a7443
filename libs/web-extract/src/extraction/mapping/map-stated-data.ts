import type { JsonSchema } from '../../model/extraction/extraction.js';
import { escapePointer } from '../evidence/collect-evidence.js';
import { shapeOf, type SchemaShape } from '../schema/schema-shape.js';
import { asksForMore } from './asks-for-more.js';
import { chooseEntity } from './choose-entity.js';
import { conceptOf } from './concepts.js';
import { mapRows } from './map-rows.js';
import { PairIndex } from './pair-index.js';
import { StatedPage, type Entity, type PageStatements } from './stated-page.js';
import { ValueMapper, type Mapped } from './value-mapper.js';
import { keyOf, singular, wordsOf } from './words-of.js';

/** Values of a schema found in the structured data of a page. */
export interface StatedAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** Source statement of each value, by JSON Pointer. */
  readonly statements: ReadonlyMap<string, string>;
  /** Root properties without a complete value. */
  readonly missing: readonly string[];
}

const LISTS =
  /^(?:items|results|entries|list|data|rows|records|listings|products|articles|posts|events|jobs|offers|plans|members|people)$/;

/**
 * Maps the structured data of a page (JSON-LD, microdata, RDFa, head, tables and definition lists) onto a schema.
 * Deterministic; omits properties that are missing or have contradictory values.
 */
export function mapStatedData(schema: JsonSchema, facts: PageStatements): StatedAnswer {
  return new SchemaMapper(schema, new StatedPage(facts)).map();
}

class SchemaMapper {
  private readonly shape: SchemaShape;
  private readonly values: ValueMapper;
  private readonly ownWords: ReadonlySet<string>;

  constructor(
    private readonly schema: JsonSchema,
    private readonly page: StatedPage,
  ) {
    this.shape = shapeOf(schema, schema);
    this.values = new ValueMapper(schema, page.deref);
    this.ownWords = new Set(Object.keys(this.shape.properties).flatMap(wordsOf));
  }

  map(): StatedAnswer {
    const things = chooseEntity(this.page, this.shape, ({ thing, types }, name) =>
      this.values.mentions(thing, name, types),
    );
    const pairs = new PairIndex(this.page.pairsOf(things));
    const data: [string, unknown][] = [];
    const statements = new Map<string, string>();
    const missing: string[] = [];
    for (const [name, schema] of Object.entries(this.shape.properties)) {
      const mapped = this.property(name, things, pairs);
      if (mapped) {
        data.push([name, mapped.value]);
        statements.set(`/${escapePointer(name)}`, mapped.statement);
      }
      const { description } = shapeOf(schema, this.schema);
      if (!mapped?.isComplete || asksForMore(description, this.ownWords)) missing.push(name);
    }
    return { data: Object.fromEntries(data), statements, missing };
  }

  private property(name: string, things: readonly Entity[], pairs: PairIndex): Mapped | null {
    for (const thing of things) {
      const mapped = this.fromEntity(thing, name);
      if (mapped) return mapped;
    }
    return (
      this.fromHead(name, things) ?? this.fromPairs(name, pairs) ?? this.byType(name) ?? this.fromTables(name)
    );
  }

  private fromEntity({ thing, label, types }: Entity, name: string): Mapped | null {
    return this.values.property(thing, name, this.shape.properties[name]!, label, types);
  }

  /**
   * Values in the head describe the whole page. They are used if an entity was chosen or if all properties can describe
   * a page.
   */
  private fromHead(name: string, things: readonly Entity[]): Mapped | null {
    const isAboutPage = Object.keys(this.shape.properties).every((one) => conceptOf(keyOf(one))?.page);
    if (things.length === 0 && !isAboutPage) return null;
    for (const statement of conceptOf(keyOf(name))?.page ?? []) {
      const value = this.page.statement(statement);
      const mapped =
        value === null
          ? null
          : this.values.convert(value, this.shape.properties[name]!, name, `head ${statement}`);
      if (mapped) return mapped;
    }
    return null;
  }

  private fromPairs(name: string, pairs: PairIndex): Mapped | null {
    const schema = this.shape.properties[name]!;
    const list = this.values.pairList(pairs.pairs, name, schema);
    if (list) return list;
    const [first, ...others] = pairs.named(name);
    if (!first || others.some(({ value }) => value !== first.value)) return null;
    return this.values.convert(first.value, schema, name, `label ${first.name}`);
  }

  /** Maps `product: {…}` and `products: [{…}]` to the entities of that type. */
  private byType(name: string): Mapped | null {
    const schema = this.shape.properties[name]!;
    const shape = shapeOf(schema, this.schema);
    const key = singular(keyOf(name));
    const isOfType = (type: string) => type === key || type.endsWith(key) || type === `${key}posting`;
    const ofType = this.page.entities.filter(({ types }) => types.some(isOfType));
    if (shape.kinds.has('array'))
      return this.listOf(ofType, schema) ?? (LISTS.test(keyOf(name)) ? this.largestGroup(schema) : null);
    if (!shape.kinds.has('object')) return null;
    const one = ofType.length === 1 ? ofType[0] : ofType.filter((entity) => this.page.isMain(entity))[0];
    return one ? this.values.convert(one.thing, schema, name, one.label) : null;
  }

  private listOf(entities: readonly Entity[], schema: unknown): Mapped | null {
    if (entities.length === 0) return null;
    return this.values.convert(
      entities.map(({ thing }) => thing),
      schema,
      '',
      entities[0]!.label,
    );
  }

  private largestGroup(schema: unknown): Mapped | null {
    const groups = new Map<string, Entity[]>();
    for (const entity of this.page.entities) {
      const kind = wordsOf(entity.label).at(-1) ?? ''; // groups a MusicEvent with other Events
      groups.set(kind, [...(groups.get(kind) ?? []), entity]);
    }
    const lists = [...groups.values()]
      .filter((group) => group.length > 1)
      .sort((a, b) => b.length - a.length);
    for (const group of lists) {
      const mapped = this.listOf(group, schema);
      if (mapped?.isComplete) return mapped;
    }
    return null;
  }

  private fromTables(name: string): Mapped | null {
    const { items, kinds } = shapeOf(this.shape.properties[name], this.schema);
    if (!kinds.has('array') || !items) return null;
    return mapRows(this.page.facts.structured.tables, shapeOf(items, this.schema), this.values);
  }
}
