/**
 * A large value that a script returned, kept as JSON text: a page decides what parsing it costs.
 * `JSON.stringify` writes it as any other value of a script.
 */
export class ScriptReturn {
  constructor(
    /** As `typeof` has it. */
    readonly type: string,
    /** The value as JSON. */
    readonly json: string,
  ) {}

  /** Parsed at each access. */
  get value(): unknown {
    return JSON.parse(this.json) as unknown;
  }

  toJSON(): { readonly type: string; readonly value: unknown } {
    return { type: this.type, value: this.value };
  }
}
