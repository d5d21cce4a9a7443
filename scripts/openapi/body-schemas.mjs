// Classes of request bodies as OpenAPI 3.0 schemas: from the decorators that check them, and from their doc comments.
import { NULL, withDoc } from './type-schemas.mjs';

/** What class-validator's own decorators mean; rules of ours bring their schema as their only constraint. */
const RULES = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isPositive: () => ({ minimum: 0, exclusiveMinimum: true }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  maxLength: ([maxLength]) => ({ maxLength }),
  matches: ([{ source, ignoreCase }]) => ({
    pattern: ignoreCase ? source.replaceAll('a-z', 'A-Za-z') : source,
  }),
  isIn: ([words]) => ({ type: 'string', enum: [...words] }),
  isISO31661Alpha2: () => ({ type: 'string', pattern: '^[A-Za-z]{2}$' }),
};

export class BodySchemas {
  schemas = {};

  /** @param docs doc comments of a class and its fields, by the class's name */
  constructor({ storage, nestedClass, originOf, docs, refTo }) {
    Object.assign(this, { storage, nestedClass, originOf, docs, refTo });
  }

  refOf(bodyClass) {
    const { name } = bodyClass;
    if (!(name in this.schemas)) {
      this.schemas[name] = null;
      this.schemas[name] = this.schemaOf(bodyClass);
    }
    return { $ref: this.refTo(name) };
  }

  schemaOf(bodyClass) {
    const rules = this.storage.getTargetValidationMetadatas(bodyClass, '', false, false);
    const fields = [...new Set(rules.map(({ propertyName }) => propertyName))].sort(byOrder(rules));
    const { own, ofFields } = this.docs(bodyClass.name);
    const properties = fields.map((field) => {
      const ofField = rules.filter(({ propertyName }) => propertyName === field);
      return [
        field,
        withDoc(this.fieldSchema(bodyClass, field, ofField), {
          ...this.docOfOrigin(bodyClass, field),
          ...ofFields[field],
        }),
      ];
    });
    const optional = new Set(
      rules.filter(({ type }) => type === 'conditionalValidation').map((rule) => rule.propertyName),
    );
    const required = fields.filter((field) => !optional.has(field));
    return {
      ...own,
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      ...(/V1$/.test(bodyClass.name) || bodyClass.name === 'KeyBody' ? { additionalProperties: false } : {}), // others pass over unknown keys
    };
  }

  /** A field that the body has from a group, perhaps under a name of its own. */
  docOfOrigin(bodyClass, field) {
    const origin = this.originOf(bodyClass, field);
    return origin && this.docs(origin.group.name).ofFields[origin.field];
  }

  fieldSchema(bodyClass, field, rules) {
    const nested = this.nestedClass(bodyClass, field);
    const isRemovable = rules.some(({ name }) => name === 'isRemovable');
    if (nested) return isRemovable ? { anyOf: [this.refOf(nested), NULL] } : this.refOf(nested);
    const parts = rules
      .filter(({ type }) => type === 'customValidation')
      .map((rule) => this.ruleSchema(rule, bodyClass, field));
    return Object.assign({}, ...parts.reverse());
  }

  ruleSchema({ name, constraints = [] }, bodyClass, field) {
    const [schema] = constraints;
    if (name in RULES) return RULES[name](constraints);
    if (typeof schema === 'object' && schema !== null) return schema;
    throw new Error(`Nothing is known of the rule ${name} of ${bodyClass.name}.${field}`);
  }
}

/** As they stand in their classes, those of parents last. */
const byOrder = (rules) => {
  const place = (field) => rules.findIndex(({ propertyName }) => propertyName === field);
  return (a, b) => place(a) - place(b);
};
