/** Position and reason of a JSON syntax error. Messages of browsers differ, and some have no position. */
export interface JsonProblem {
  /** Characters before it. */
  readonly at: number;
  readonly message: string;
}

/** @returns null when the text is JSON */
export function jsonProblem(text: string): JsonProblem | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return new Reader(text).problem();
  }
}

/** Line and column, counted from 1. */
export function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Stop {
  constructor(
    readonly at: number,
    readonly message: string,
  ) {}
}

const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\r\n\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const MAX_DEPTH = 200;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  problem(): JsonProblem {
    try {
      this.value(0);
      this.space();
      return { at: this.at, message: 'Unexpected text after the end of the JSON value' };
    } catch (error) {
      if (error instanceof Stop) return { at: error.at, message: error.message };
      throw error;
    }
  }

  private value(depth: number): void {
    if (depth > MAX_DEPTH) throw new Stop(this.at, 'Nesting is too deep');
    this.space();
    const next = this.text[this.at];
    if (next === '{') return this.list('}', () => this.member(depth));
    if (next === '[') return this.list(']', () => this.value(depth + 1));
    if (next === '"') return this.string();
    if (!this.takes(WORD)) throw new Stop(this.at, next === undefined ? 'Missing value' : 'Invalid value');
  }

  private member(depth: number): void {
    this.space();
    if (this.text[this.at] !== '"') throw new Stop(this.at, 'Expected a property name in double quotes');
    this.string();
    this.space();
    if (this.text[this.at] !== ':') throw new Stop(this.at, 'Missing colon');
    this.at++;
    this.value(depth + 1);
  }

  private list(end: string, item: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === end) return void this.at++;
    for (;;) {
      item();
      this.space();
      const next = this.text[this.at];
      if (next === end) return void this.at++;
      if (next !== ',') throw new Stop(this.at, `Expected a comma or ${end}`);
      const comma = this.at++;
      this.space();
      if (this.text[this.at] === end) throw new Stop(comma, `Trailing comma before ${end}`);
    }
  }

  private string(): void {
    const begin = this.at;
    if (!this.takes(STRING))
      throw new Stop(begin, 'Unterminated string, or a line break or invalid escape in it');
  }

  private takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found !== null;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++;
  }
}
