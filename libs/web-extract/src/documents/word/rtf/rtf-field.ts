import { fieldMeaning } from '../../office/fields.js';
import { become, type GroupState } from './rtf-state.js';

/** A field: instructions that nobody sees, and what they came to, which is a link, a text or of no use. */
export class RtfField {
  /** What it came to is a number of the page: nobody misses it. */
  isHidden = false;
  instruction = '';
  /** Of the result that follows; empty where it is hidden. */
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
