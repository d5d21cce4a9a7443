import { DamagedDocumentError } from '../../errors.js';
import { CompoundFile } from '../../containers/cfb/compound-file.js';
import { readSummary } from '../../containers/cfb/summary-information.js';
import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import { ONLY_MARGINS } from '../../warnings.js';
import { WordWriter } from '../word-writer.js';
import { readBoxes } from './doc-boxes.js';
import { DocTables } from './doc-tables.js';
import { DocText, type DocSource } from './doc-text.js';
import { readFileInformation, type FileInformation } from './file-information.js';
import { readFormatted } from './formatted-pages.js';
import { readPieces } from './piece-table.js';

/** Reads a binary document of Word 97 to 2003. */
export const readDoc: DocumentReader = (bytes, reading) => {
  const file = new CompoundFile(bytes, reading.budget);
  const stream = file.read('WordDocument');
  if (!stream) throw new DamagedDocumentError('it has no text');
  const main = viewOf(stream);
  const information = readFileInformation(main);
  const table = file.read(information.table);
  if (!table) throw new DamagedDocumentError('it has no table of its parts');
  readSummary(file, reading.facts);
  const data = file.read('Data');
  write(reading, { stream, table: viewOf(table), data: data && viewOf(data) }, information);
};

/** Streams of the file. */
interface DocStreams {
  readonly stream: Uint8Array;
  readonly table: DataView;
  readonly data: DataView | null;
}

/** A note: its name and the range of its characters. */
interface Note {
  readonly name: string;
  readonly mark: number;
  readonly from: number;
  readonly to: number;
}

function write(
  reading: DocumentReading,
  { stream, table, data }: DocStreams,
  information: FileInformation,
): void {
  const main = viewOf(stream);
  const notes = readNotes(table, information);
  const boxes = readBoxes(table, information);
  const source: DocSource = {
    stream,
    main,
    pieces: readPieces(table, information.place('pieces')),
    paragraphs: readFormatted(main, table, information.place('paragraphs'), 'paragraphs'),
    characters: readFormatted(main, table, information.place('characters'), 'characters'),
    tables: new DocTables(table, information),
    noteAt: new Map(notes.map(({ mark, name }) => [mark, name])),
    notePlaces: notes.map(({ mark }) => mark).sort((one, other) => one - other),
    boxAt: boxes.anchored,
    data,
  };
  if (source.pieces.length === 0) throw new DamagedDocumentError('its text cannot be found');
  const byName = new Map(notes.map((note) => [note.name, note]));
  const list = new NoteList();
  const blocks = new BlockWriter(reading.tree, list);
  const text = new DocText(source, reading.budget);
  try {
    text.read(0, information.letters.text);
  } finally {
    const writer = new WordWriter({ blocks: text.blocks, tables: source.tables, notes: new Map() }, blocks);
    const written = (from: number, to: number) =>
      writer.write(new DocText(source, reading.budget).read(from, to));
    writer.write(text.blocks);
    for (const { from, to } of boxes.loose) written(from, to);
    if (reading.tree.isEmpty) writeMargins(reading, information, written);
    blocks.finish();
    list.writeNotes(reading.tree, (name) => {
      const note = byName.get(name)!;
      blocks.apart(() => written(note.from, note.to));
    });
  }
}

/** Writes headers, footers and comments of a document that contains nothing else. */
function writeMargins(
  reading: DocumentReading,
  { letters: { text, notes, heads, comments } }: FileInformation,
  write: (from: number, to: number) => void,
): void {
  const start = text + notes;
  write(start, start + heads + comments);
  if (!reading.tree.isEmpty) reading.warn(ONLY_MARGINS);
}

/** Footnotes follow the text, endnotes follow comments. @see MS-DOC 2.3.2, 2.3.5 */
function readNotes(table: DataView, information: FileInformation): Note[] {
  const { text, notes, heads, comments } = information.letters;
  return [
    ...notesOf(table, information, 'footnote', 'noteMarks', 'noteTexts', text),
    ...notesOf(
      table,
      information,
      'endnote',
      'endnoteMarks',
      'endnoteTexts',
      text + notes + heads + comments,
    ),
  ];
}

function notesOf(
  table: DataView,
  information: FileInformation,
  kind: string,
  marks: 'noteMarks' | 'endnoteMarks',
  texts: 'noteTexts' | 'endnoteTexts',
  base: number,
): Note[] {
  const markPlace = information.place(marks);
  const textPlace = information.place(texts);
  const count = Math.floor((markPlace.length - 4) / 6);
  const found: Note[] = [];
  for (let at = 0; at < count; at++) {
    const textAt = textPlace.start + at * 4;
    if (textAt + 8 > table.byteLength || markPlace.start + at * 4 + 4 > table.byteLength) break;
    found.push({
      name: `${kind} ${at}`,
      mark: table.getUint32(markPlace.start + at * 4, true),
      from: base + table.getUint32(textAt, true),
      to: base + table.getUint32(textAt + 4, true),
    });
  }
  return found;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
