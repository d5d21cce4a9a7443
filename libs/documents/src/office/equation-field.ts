const MAX_DEPTH = 20;

/**
 * Text of an EQ field, with which Word sets characters over each other: phonetic guides, fractions, roots. The reading
 * of a phonetic guide is left out. Empty for other fields.
 * @see ECMA-376, part 1, 17.16.5.17
 */
export function equationText(instruction: string): string {
  const source = instruction.trim();
  if (!/^EQ\s/i.test(source)) return '';
  return new EquationParser(source.slice(2).trim()).read().replace(/\s+/g, ' ').trim();
}

class EquationParser {
  private at = 0;

  constructor(private readonly source: string) {}

  read(depth = 0): string {
    let text = '';
    while (this.at < this.source.length) {
      const char = this.source[this.at]!;
      if (depth > 0 && /[,;)]/.test(char)) break;
      if (char === '\\') text += this.command(depth);
      else if (char === '(')
        text += depth > 0 ? `(${this.group(depth).join(', ')})` : this.group(depth).join(', ');
      else {
        text += char;
        this.at++;
      }
    }
    return text;
  }

  /** A command with its switches and operands. */
  private command(depth: number): string {
    const formatting = /\\\*\s*(?:"[^"]*"|\S+)\s*/y;
    formatting.lastIndex = this.at;
    const format = formatting.exec(this.source);
    if (format) {
      this.at += format[0].length;
      return '';
    }
    const names = /(?:\\\s*[a-z]+\s*-?\d*\s*)+/iy;
    names.lastIndex = this.at;
    const found = names.exec(this.source);
    if (!found) {
      // an escaped character
      const char = this.source[this.at + 1] ?? '';
      this.at += 2;
      return char;
    }
    this.at += found[0].length;
    const name = /[a-z]+/i.exec(found[0])![0].toLowerCase();
    if (this.source[this.at] !== '(') return '';
    const operands = this.group(depth);
    if (name === 'o') return operands.at(-1) ?? '';
    if (name === 's')
      return /\\\s*up/i.test(found[0]) && operands.length === 1 ? operands[0]! : operands.join(' ');
    if (name === 'f') return operands.join('/');
    if (name === 'r') return `√${operands.at(-1) ?? ''}`;
    return operands.join(name === 'l' ? ', ' : '');
  }

  /** Operands in brackets. */
  private group(depth: number): string[] {
    const operands: string[] = [];
    this.at++;
    if (depth >= MAX_DEPTH) {
      this.at = this.source.length;
      return operands;
    }
    while (this.at < this.source.length) {
      operands.push(this.read(depth + 1));
      if (this.source[this.at++] === ')') break;
    }
    return operands;
  }
}
