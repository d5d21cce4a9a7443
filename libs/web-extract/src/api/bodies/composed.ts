import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { whenChecksAreLoaded } from './body-checks.js';
import { carryNestedClass } from './validators.js';

/** Source of a composed field: the group and field that document it. */
interface FieldOrigin {
  readonly group: Type<object>;
  readonly field: string;
}

const ORIGIN = 'web-extract:field-origin';

/** Which field of a group a body has under this name, if it does not declare it by itself. */
export function originOf(bodyClass: Type<object>, field: string): FieldOrigin | undefined {
  return Reflect.getMetadata(ORIGIN, bodyClass.prototype as object, field) as FieldOrigin | undefined;
}

/** Returns a class with the fields of all given classes; problems are reported in their order. */
export function composed<A extends object, B extends object>(a: Type<A>, b: Type<B>): Type<A & B>;
export function composed<A extends object, B extends object, C extends object>(
  a: Type<A>,
  b: Type<B>,
  c: Type<C>,
): Type<A & B & C>;
export function composed<A extends object, B extends object, C extends object, D extends object>(
  a: Type<A>,
  b: Type<B>,
  c: Type<C>,
  d: Type<D>,
): Type<A & B & C & D>;
export function composed(...groups: readonly Type<object>[]): Type<object> {
  class Composed {}
  for (const group of groups) copyFields(group, Composed, (field) => field);
  return Composed;
}

/** The fields of a group that a table names, by the names that the table gives them. */
export function renamed<T extends object, const Names extends Partial<Record<keyof T, string>>>(
  group: Type<T>,
  names: Names,
): Type<{ [Field in keyof T as Field extends keyof Names ? Names[Field] & string : never]: T[Field] }>;
export function renamed(group: Type<object>, names: Readonly<Record<string, string>>): Type<object> {
  class Renamed {}
  copyFields(group, Renamed, (field) => names[field]);
  return Renamed;
}

type NameOf = (field: string) => string | undefined;

/** @param nameOf undefined: the field is left out */
function copyFields(group: Type<object>, target: Type<object>, nameOf: NameOf): void {
  whenChecksAreLoaded(() => copyNow(group, target, nameOf));
}

function copyNow(group: Type<object>, target: Type<object>, nameOf: NameOf): void {
  const storage = getMetadataStorage();
  for (const rule of storage.getTargetValidationMetadatas(group, '', false, false)) {
    const name = nameOf(rule.propertyName);
    if (name === undefined) continue;
    storage.addValidationMetadata({ ...rule, target, propertyName: name });
    carryNestedClass(group, rule.propertyName, target, name);
    const origin = originOf(group, rule.propertyName) ?? { group, field: rule.propertyName };
    Reflect.defineMetadata(ORIGIN, origin, target.prototype as object, name);
  }
}
