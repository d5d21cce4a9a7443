/** A JSON Schema as written by the caller. */
export type JsonSchema = Readonly<Record<string, unknown>>;
