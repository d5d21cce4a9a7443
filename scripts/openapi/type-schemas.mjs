// TypeScript types as OpenAPI 3.0 schemas, with their doc comments.
import ts from 'typescript';

/** In OpenAPI 3.0 a reference refuses null, also beside `nullable`. */
export const NULL = { type: 'string', nullable: true, enum: [null] };

/** Named types become entries of `schemas` that others refer to. */
export class TypeSchemas {
  schemas = {};

  constructor(checker, { isOwn, refTo }) {
    this.checker = checker;
    this.isOwn = isOwn;
    this.refTo = refTo;
  }

  schemaOf(type) {
    const name = this.nameOf(type);
    if (name === null) return this.inline(type);
    if (!(name in this.schemas)) {
      this.schemas[name] = null; // a type may refer to itself
      const symbol = type.aliasSymbol ?? type.symbol;
      this.schemas[name] = { ...this.docOf(symbol), ...this.inline(type) };
    }
    return { $ref: this.refTo(name) };
  }

  nameOf(type) {
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : null);
    const hasArguments = (type.aliasTypeArguments ?? type.typeArguments ?? []).length > 0;
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
    return symbol && isObject && !hasArguments && this.isOwn(symbol) ? symbol.name : null;
  }

  inline(type) {
    const { checker } = this;
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', enum: [checker.typeToString(type) === 'true'] };
    if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
    if (type.isNumberLiteral()) return { type: 'number', enum: [type.value] };
    if (type.flags & ts.TypeFlags.Null) return NULL;
    if (type.flags & ts.TypeFlags.NonPrimitive) return { type: 'object', additionalProperties: true };
    if (type.isUnion()) return this.union(type.types);
    if (checker.isArrayType(type)) return this.list(checker.getTypeArguments(type)[0]);
    return this.object(type);
  }

  list(item) {
    return { type: 'array', items: this.schemaOf(item) };
  }

  union(types) {
    const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const values = present.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
    const nullable = values.length < present.length ? { nullable: true } : {};
    const words = values.filter((type) => type.isStringLiteral());
    if (words.length === values.length && words.length > ('nullable' in nullable ? 0 : 1))
      return {
        type: 'string',
        enum: [...words.map(({ value }) => value), ...('nullable' in nullable ? [null] : [])],
        ...nullable,
      };
    if (values.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral) && values.length === 2)
      return { type: 'boolean', ...nullable };
    const schemas = values.map((type) => this.schemaOf(type));
    const isRef = schemas.some((schema) => '$ref' in schema);
    if (isRef && 'nullable' in nullable) return { anyOf: [...schemas, NULL] };
    if (schemas.length > 1) return { anyOf: schemas, ...nullable };
    return { ...schemas[0], ...nullable };
  }

  object(type) {
    const properties = {};
    const required = [];
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      const own = this.checker.getTypeOfSymbol(symbol);
      properties[symbol.name] = withDoc(
        this.schemaOf(this.checker.getNonOptionalType?.(own) ?? own),
        this.docOf(symbol),
      );
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: openOr(this.schemaOf(index.type)) } : {}),
    };
  }

  /** What a doc comment says: its sentences, `@default` and `@example` in JSON, `@integer` with its bounds. */
  docOf(symbol) {
    const description = ts
      .displayPartsToString(symbol?.getDocumentationComment(this.checker) ?? [])
      .replace(/\s+/g, ' ');
    const tags = Object.fromEntries(
      (symbol?.getJsDocTags(this.checker) ?? []).map(({ name, text }) => [
        name,
        ts.displayPartsToString(text),
      ]),
    );
    return {
      ...(description === '' ? {} : { description }),
      ...('integer' in tags ? integerOf(tags.integer) : {}),
      ...('default' in tags ? { default: readJson(tags.default, symbol.name) } : {}),
      ...('example' in tags ? { example: readJson(tags.example, symbol.name) } : {}),
    };
  }
}

/** `1 to 100`, `0` for no maximum. */
function integerOf(bounds) {
  const [minimum, maximum] = bounds.split(' to ').map(Number);
  return { type: 'integer', minimum, ...(maximum === undefined ? {} : { maximum }) };
}

const openOr = (schema) => (Object.keys(schema).length === 0 ? true : schema);

/** Beside a `$ref` nothing counts in OpenAPI 3.0. */
export function withDoc(schema, doc) {
  if (Object.keys(doc).length === 0) return schema;
  return '$ref' in schema ? { allOf: [schema], ...doc } : { ...schema, ...doc };
}

function readJson(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`What the doc comment of ${name} states is no JSON: ${text}`);
  }
}
