const MAX_DEPTH = 40;
const MAX_VALUES = 200_000;

/** Blanks and comments. */
const BLANK = /(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)+/y;
const NAME = /[\p{L}$_][\p{L}\p{N}$_]*/uy;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/iy;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined: null };
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A literal, and the position after it. */
export interface ReadLiteral {
  readonly value: unknown;
  readonly end: number;
}

/**
 * Reads a literal of JavaScript without executing it: JSON, with unquoted names, texts in single quotes, comments and trailing
 * commas. Expressions inside it are null.
 *
 * @returns null if there is no literal at this position
 */
export function readLiteral(source: string, start = 0): ReadLiteral | null {
  const reader = new LiteralReader(source, start);
  try {
    return { value: reader.value(0), end: reader.at };
  } catch (error) {
    if (error instanceof NotALiteral) return null;
    throw error;
  }
}

class NotALiteral extends Error {}

class LiteralReader {
  private values = 0;

  constructor(
    private readonly source: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    if (depth > MAX_DEPTH || ++this.values > MAX_VALUES) throw new NotALiteral();
    this.blank();
    const char = this.source[this.at];
    if (char === '{') return this.object(depth);
    if (char === '[') return this.list(depth);
    if (char === '"' || char === "'" || char === '`') return this.text(char);
    const number = this.match(NUMBER);
    if (number !== null) return Number(number);
    const word = this.match(NAME);
    if (word !== null && Object.hasOwn(WORDS, word)) return WORDS[word];
    if (depth === 0) throw new NotALiteral();
    return null;
  }

  private object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    this.at++;
    while (!this.closes('}')) {
      const char = this.source[this.at];
      const name = char === '"' || char === "'" ? this.text(char) : (this.match(NAME) ?? this.match(NUMBER));
      this.blank();
      if (name === null || this.source[this.at++] !== ':') throw new NotALiteral();
      object[name] = this.item(depth, '}');
    }
    return object;
  }

  private list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.at++;
    while (!this.closes(']')) list.push(this.item(depth, ']'));
    return list;
  }

  /** A value up to the next comma or the end; null if it is a part of an expression. */
  private item(depth: number, closing: string): unknown {
    const value = this.value(depth + 1);
    this.blank();
    const isWhole = this.source[this.at] === ',' || this.source[this.at] === closing;
    if (!isWhole) this.skipExpression(closing);
    if (this.source[this.at] === ',') this.at++;
    return isWhole ? value : null;
  }

  private closes(closing: string): boolean {
    this.blank();
    if (this.at >= this.source.length) throw new NotALiteral();
    if (this.source[this.at] !== closing) return false;
    this.at++;
    return true;
  }

  private skipExpression(closing: string): void {
    const open: string[] = [];
    for (; this.at < this.source.length; this.at++) {
      const char = this.source[this.at]!;
      if (open.length === 0 && (char === ',' || char === closing)) return;
      if (char === '"' || char === "'" || char === '`') {
        this.text(char);
        this.at--;
      } else if (CLOSING[char]) open.push(CLOSING[char]);
      else if (char === open.at(-1)) open.pop();
    }
    throw new NotALiteral();
  }

  private text(quote: string): string {
    const parts: string[] = [];
    let done = ++this.at;
    for (; this.at < this.source.length; this.at++) {
      const char = this.source[this.at];
      if (char === quote) {
        parts.push(this.source.slice(done, this.at++));
        return parts.join('');
      }
      if (char !== '\\') continue;
      parts.push(this.source.slice(done, this.at), this.escape());
      done = this.at + 1;
    }
    throw new NotALiteral();
  }

  /** The character of an escape; ends at its last character. */
  private escape(): string {
    const char = this.source[++this.at] ?? '';
    const digits = char === 'u' ? 4 : char === 'x' ? 2 : 0;
    const code = this.source.slice(this.at + 1, this.at + 1 + digits);
    if (digits === 0 || !/^[\da-f]+$/i.test(code) || code.length < digits) return ESCAPES[char] ?? char;
    this.at += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  private blank(): void {
    this.match(BLANK);
    // a comment without an end would be searched to the end again for each value after it
    if (this.source.startsWith('/*', this.at)) throw new NotALiteral();
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }
}
