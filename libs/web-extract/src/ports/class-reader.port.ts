import type { JsonSchema } from '../model/extraction/extraction.js';

/** A class whose instances are plain data with decorated properties. */
export type DataClass<T extends object> = new () => T;

/** The schema of a class and the conversion to its instances. */
export interface ClassShape<T extends object> {
  readonly jsonSchema: JsonSchema;
  /**
   * Creates an instance, including nested ones, and validates it. @throws Error naming the invalid property
   */
  toInstance(data: unknown): Promise<T>;
}

/** Reads the schema of classes that describe data with decorators. */
export abstract class ClassReader {
  /**
   * @throws NotConfiguredError if a required package is not installed; InvalidRequestError for a class
   * without decorators
   */
  abstract read<T extends object>(type: DataClass<T>): Promise<ClassShape<T>>;
}
