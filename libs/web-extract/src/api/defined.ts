type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Only the fields that have a value. */
export function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
