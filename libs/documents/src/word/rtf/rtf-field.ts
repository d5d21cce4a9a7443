import { fieldMeaning, instructedText } from '../../office/fields.js';
import type { Run } from '../../tree/run.js';
import { RtfFormField } from './rtf-form-field.js';
import { become, type GroupState } from './rtf-state.js';

/** A field: an invisible instruction and its result, which is a link, text, or omitted. */
export class RtfField {
  /** True if the result is a page number, which is omitted. */
  isHidden = false;
  instruction = '';
  /** Link of the result that follows; empty if the result is hidden. */
  private href: string | null = null;
  readonly form = new RtfFormField();

  /** @param show writes what a field displays without a result */
  constructor(private readonly show: (run: Run) => void) {}

  beginInstruction(group: GroupState): void {
    this.instruction = '';
    this.form.begin();
    become(group, 'instruction', () => this.endInstruction());
  }

  beginResult(group: GroupState): void {
    const { href } = this;
    this.href = null;
    if (href === '') {
      this.isHidden = true;
      group.onClose = () => (this.isHidden = false);
    } else if (href !== null) group.href = href;
  }

  private endInstruction(): void {
    const meaning = fieldMeaning(this.instruction.trim());
    this.href = typeof meaning === 'object' ? meaning.href : null;
    this.isHidden = false;
    if (meaning === 'nothing') this.href = '';
    this.showValue();
  }

  /** Shows the value of a form field, or the text of a field that has no result. */
  private showValue(): void {
    const { shown } = this.form;
    const text = instructedText(this.instruction);
    if (shown) this.show(shown);
    else if (text !== '') this.show({ kind: 'text', text, style: {} });
    if (shown || text !== '') this.href = '';
  }
}
