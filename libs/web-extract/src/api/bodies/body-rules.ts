import { getMetadataStorage } from 'class-validator';

/** What class-validator calls the kinds of rules that are read here; `ValidationTypes` is not part of the lazily loaded names. */
const [CHECK, CONDITION, NESTED, LISTED] = [
  'customValidation',
  'conditionalValidation',
  'nestedValidation',
  'whitelistValidation',
];

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Condition = (instance: object, value: unknown) => unknown;
type Check = (value: unknown, instance: object) => unknown;

/** The rules of one field. */
interface FieldRules {
  readonly name: string;
  /** The field is checked if all of them are met. */
  readonly conditions: readonly Condition[];
  readonly checks: readonly Check[];
  /** An object in the field is checked against its own class. */
  readonly isNested: boolean;
}

/** The rules of a class, by field. */
type ClassRules = ReadonlyMap<string, FieldRules>;

/** Null for classes whose rules only class-validator can apply. */
const known = new WeakMap<object, ClassRules | null>();

/**
 * Applies the rules of the decorators to every field of an instance, and returns whether all are met and no field is unknown.
 *
 * class-validator collects the rules of a class and of all its ancestors for each instance, which costs more than the checks. Here they are
 * collected once a class. False means that class-validator has to decide: it removes unknown fields, and it has the messages.
 */
export function meetsRules(instance: object): boolean {
  const rules = rulesOf(instance.constructor);
  if (!rules) return false;
  for (const key of Object.keys(instance)) if (!rules.has(key)) return false;
  for (const field of rules.values()) if (!meets(instance, field)) return false;
  return true;
}

function meets(instance: object, { name, conditions, checks, isNested }: FieldRules): boolean {
  const value = (instance as Readonly<Record<string, unknown>>)[name];
  for (const condition of conditions) if (!condition(instance, value)) return true;
  for (const check of checks) if (check(value, instance) !== true) return false;
  if (!isNested || value === undefined) return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && meetsRules(value);
}

function rulesOf(bodyClass: object): ClassRules | null {
  const found = known.get(bodyClass);
  if (found !== undefined) return found;
  const rules = collect(bodyClass);
  known.set(bodyClass, rules);
  return rules;
}

function collect(bodyClass: object): ClassRules | null {
  const rules = getMetadataStorage().getTargetValidationMetadatas(bodyClass as () => void, '', false, false);
  if (rules.length === 0 || !rules.every(isSimple)) return null;
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  return new Map([...names].map((name) => [name, fieldOf(name, rules)]));
}

const isSimple = ({ type, each, validateIf }: Rule): boolean =>
  !each && !validateIf && [CHECK, CONDITION, NESTED, LISTED].includes(type);

function fieldOf(name: string, all: readonly Rule[]): FieldRules {
  const rules = all.filter(({ propertyName }) => propertyName === name);
  const ofType = (wanted: string | undefined) => rules.filter(({ type }) => type === wanted);
  return {
    name,
    conditions: ofType(CONDITION).map(({ constraints }) => (constraints as [Condition])[0]),
    checks: ofType(CHECK).flatMap(checksOf),
    isNested: ofType(NESTED).length > 0,
  };
}

function checksOf({ constraintCls, constraints, propertyName: property }: Rule): Check[] {
  const found = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  return found.map(({ instance: validator }) => (value: unknown, object: object) => {
    const targetName = object.constructor.name;
    return validator.validate(value, { targetName, property, object, value, constraints });
  });
}
