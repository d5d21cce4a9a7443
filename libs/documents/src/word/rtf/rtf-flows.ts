import { plainParagraph, WordFlow, type WordBlock } from '../word-blocks.js';
import type { GroupState } from './rtf-state.js';

/** Stack of text flows: the main text and, within a group, a note or text box. */
export class RtfFlows {
  readonly main = new WordFlow();
  readonly notes = new Map<string, readonly WordBlock[]>();
  private readonly flows: WordFlow[] = [this.main];

  get current(): WordFlow {
    return this.flows.at(-1)!;
  }

  beginNote(group: GroupState): void {
    const name = `note ${this.notes.size}`;
    this.notes.set(name, []);
    this.current.runs.add({ kind: 'note', note: name });
    group.character.raised = null;
    this.begin(group, (blocks) => this.notes.set(name, blocks));
  }

  beginBox(group: GroupState): void {
    this.begin(group, (blocks) => this.current.boxes.push(...blocks));
  }

  private begin(group: GroupState, end: (blocks: readonly WordBlock[]) => void): void {
    const flow = new WordFlow();
    this.flows.push(flow);
    group.paragraph = plainParagraph();
    group.onClose = () => {
      flow.finish(group.paragraph);
      this.flows.pop();
      end(flow.blocks);
      group.destination = 'skip'; // paragraph properties of the note do not apply to the surrounding text
    };
  }
}
