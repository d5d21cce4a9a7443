import type { JsonSchema } from '../model/extraction/extraction.js';

/** A class whose instances are plain data with decorated properties. */
export type DataClass<T extends object> = new () => T;

/** What a class says about its instances. */
export interface ClassShape<T extends object> {
  readonly jsonSchema: JsonSchema;
  /** Makes an instance, nested ones included, and checks it. @throws Error naming what is wrong */
  toInstance(data: unknown): Promise<T>;
}

/** Reads classes that describe data by decorators. */
export abstract class ClassReader {
  /** @throws NotConfiguredError when a package it needs is not installed; InvalidRequestError for a class without decorators */
  abstract read<T extends object>(type: DataClass<T>): Promise<ClassShape<T>>;
}
