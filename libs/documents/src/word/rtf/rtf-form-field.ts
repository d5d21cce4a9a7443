import type { Run } from '../../tree/run.js';

const CHECK_BOX = 1;
const LIST = 2;
/** The result of a field that was not changed. */
const UNCHANGED = 25;

/** Collects the properties of a form field. @see Rich Text Format Specification 1.9.1, "Form Fields" */
export class RtfFormField {
  private type = 0;
  private result = UNCHANGED;
  private initial = 0;
  private entries: string[] = [];

  begin(): void {
    this.type = 0;
    this.result = UNCHANGED;
    this.initial = 0;
    this.entries = [];
  }

  control(word: string, value: number | null): void {
    if (word === 'fftype') this.type = value ?? 0;
    else if (word === 'ffres') this.result = value ?? UNCHANGED;
    else if (word === 'ffdefres') this.initial = value ?? 0;
    else if (word === 'ffl') this.entries.push('');
  }

  /** Text of an entry of the list. */
  text(text: string): void {
    if (this.entries.length > 0) this.entries[this.entries.length - 1] += text;
  }

  /** The state of a check box or the chosen entry of a list; null for text fields, whose text is the result of the field. */
  get shown(): Run | null {
    const value = this.result === UNCHANGED ? this.initial : this.result;
    if (this.type === CHECK_BOX) return { kind: 'box', isChecked: value === 1 };
    if (this.type !== LIST) return null;
    return { kind: 'text', text: this.entries[value] ?? this.entries[0] ?? '', style: {} };
  }
}
