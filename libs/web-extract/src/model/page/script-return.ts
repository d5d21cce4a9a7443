/**
 * A large return value of a script, kept as JSON text because a page determines the cost of parsing it.
 * `JSON.stringify` writes it like any other value.
 */
export class ScriptReturn {
  constructor(
    /** As returned by `typeof`. */
    readonly type: string,
    /** The value as JSON. */
    readonly json: string,
  ) {}

  /** Parsed on each access. */
  get value(): unknown {
    return JSON.parse(this.json) as unknown;
  }

  toJSON(): { readonly type: string; readonly value: unknown } {
    return { type: this.type, value: this.value };
  }
}
