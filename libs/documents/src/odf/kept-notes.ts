import type { DocumentReading } from '../document-reader.js';
import type { BlockWriter } from '../tree/block-writer.js';
import type { NoteList } from '../tree/note-list.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import type { NoteKeeper } from './inline-reader.js';
import type { OdfBodyReader } from './body-reader.js';

/** Notes are defined inline at their reference; they are written below the text. */
export class KeptNotes implements NoteKeeper {
  private readonly notes = new Map<string, XmlElement>();

  keep(note: XmlElement): string {
    const name = `note ${this.notes.size}`;
    this.notes.set(name, note);
    return name;
  }

  write({ tree }: DocumentReading, list: NoteList, blocks: BlockWriter, body: OdfBodyReader): void {
    list.writeNotes(tree, (name) => {
      const text = this.notes.get(name)?.child('text:note-body')?.elements ?? [];
      blocks.apart(() => body.blocks(text));
    });
  }
}
