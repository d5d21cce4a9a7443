import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import { ONLY_MARGINS } from '../../warnings.js';
import { RtfParser } from './rtf-parser.js';
import { WordWriter } from '../word-writer.js';

/** Reads a Rich Text Format file. */
export const readRtf: DocumentReader = (bytes, reading) => {
  writeRtf(bytes, reading);
  if (!reading.tree.isEmpty) return;
  writeRtf(bytes, reading, true);
  if (!reading.tree.isEmpty) reading.warn(ONLY_MARGINS);
};

/** @param readsMargins read headers, footers and comments as text */
export function writeRtf(bytes: Uint8Array, reading: DocumentReading, readsMargins = false): void {
  const parser = new RtfParser(reading.budget, reading.facts, readsMargins, reading.hiddenText);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  try {
    parser.read(source.slice(Math.max(0, source.indexOf('{\\rtf'))));
  } finally {
    parser.finish();
    const notes = new NoteList();
    const blocks = new BlockWriter(reading.tree, notes);
    const writer = new WordWriter(parser, blocks);
    writer.write(parser.blocks);
    blocks.finish();
    notes.writeNotes(reading.tree, (name) => blocks.apart(() => writer.write(parser.notes.get(name) ?? [])));
  }
}
