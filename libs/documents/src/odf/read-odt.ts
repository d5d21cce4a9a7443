import type { DocumentReader } from '../document-reader.js';
import { BlockWriter } from '../tree/block-writer.js';
import { NoteList } from '../tree/note-list.js';
import { ONLY_MARGINS } from '../warnings.js';
import { EmbeddedObjects } from './embedded-objects.js';
import { OdfBodyReader } from './body-reader.js';
import { KeptNotes } from './kept-notes.js';
import { OdfPackage } from './odf-package.js';

/** Elements that are not content: deleted text, declarations, the table of contents. */
const SKIPPED =
  /^(?:text:(?:tracked-changes|table-of-content|illustration-index|table-index|sequence-decls|variable-decls|user-field-decls)|office:(?:forms|annotation|settings)|table:.*-rules)$/;

/** Reads an OpenDocument text. Headers and footers are part of the styles, which are not written. */
export const readOdt: DocumentReader = (bytes, reading) => {
  const files = new OdfPackage(bytes, reading);
  files.readFacts(reading.facts);
  const list = new NoteList();
  const notes = new KeptNotes();
  const blocks = new BlockWriter(reading.tree, list);
  const objects = new EmbeddedObjects(files);
  let body: OdfBodyReader | null = null;
  files.visitContent('office:text', (styles) => {
    const reader = (body = new OdfBodyReader(styles, blocks, notes, reading, objects));
    return {
      open: (name) => (SKIPPED.test(name) ? 'skip' : 'take'),
      take: (element) => reader.block(element),
    };
  });
  blocks.finish();
  if (!body) return;
  notes.write(reading, list, blocks, body);
  if (!reading.tree.isEmpty) return;
  for (const page of files.masterPages())
    for (const margin of page.elements) (body as OdfBodyReader).blocks(margin.elements);
  blocks.finish();
  if (!reading.tree.isEmpty) reading.warn(ONLY_MARGINS);
};
