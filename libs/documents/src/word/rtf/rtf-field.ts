import { fieldMeaning } from '../../office/fields.js';
import { become, type GroupState } from './rtf-state.js';

/** A field: an invisible instruction and its result, which is a link, text, or omitted. */
export class RtfField {
  /** True if the result is a page number, which is omitted. */
  isHidden = false;
  instruction = '';
  /** Link of the result that follows; empty if the result is hidden. */
  private href: string | null = null;

  beginInstruction(group: GroupState): void {
    this.instruction = '';
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
  }
}
