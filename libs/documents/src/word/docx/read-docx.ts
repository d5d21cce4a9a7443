import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { OfficePackage } from '../../containers/ooxml/office-package.js';
import { BodyReader } from './body-reader.js';
import { FixedFonts } from './fixed-fonts.js';
import { NumberingCounter } from './numbering.js';
import { ParagraphReader } from './paragraph-reader.js';
import { Styles } from './styles.js';

/** Reads an Office Open XML text document. Headers and footers are separate parts, which are not read. */
export const readDocx: DocumentReader = (bytes, reading) => {
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('word/document.xml');
  files.readFacts(reading.facts);
  const settings = styleSheet(files, main);
  reading.facts.language ??= settings.language;
  const notes = new NoteList();
  const blocks = new BlockWriter(reading.tree, notes);
  const said = new Notes(files, main);
  const body = bodyReader(files, main, settings, blocks, said);
  files.visit(main, {
    open: (name) => (TAKEN.has(name) ? 'take' : SKIPPED.has(name) ? 'skip' : 'enter'),
    take: (element) => body.block(element),
  });
  blocks.finish();
  writeNotes(reading, notes, said, blocks, (part) => bodyReader(files, part, settings, blocks, said));
};

/** Blocks that are read one at a time, so that memory is bounded by the largest. */
const TAKEN: ReadonlySet<string> = new Set(['w:p', 'w:tbl', 'w:altChunk']);
const SKIPPED: ReadonlySet<string> = new Set(['w:sdtPr', 'w:sectPr', 'w:del', 'w:moveFrom', 'w:background']);

interface StyleSheet {
  readonly styles: Styles;
  readonly numbering: NumberingCounter;
  readonly language: string | null;
}

function styleSheet(files: OfficePackage, main: string): StyleSheet {
  const root = files.tree(files.related(main, 'styles'));
  const fonts = new FixedFonts(files.tree(files.related(main, 'fontTable')));
  return {
    styles: new Styles(root, fonts),
    numbering: new NumberingCounter(files.tree(files.related(main, 'numbering'))),
    language: root?.at('w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')?.attr('w:val') ?? null,
  };
}

function bodyReader(
  files: OfficePackage,
  part: string,
  { styles, numbering }: StyleSheet,
  blocks: BlockWriter,
  notes: Notes,
): BodyReader {
  const name = (kind: 'footnote' | 'endnote', id: string) => notes.nameOf(kind, id);
  return new BodyReader(
    styles,
    numbering,
    new ParagraphReader(styles, files.relationsOf(part), name),
    blocks,
  );
}

/** Contents of footnotes and endnotes and their parts. */
class Notes {
  private readonly parts: Readonly<Record<'footnote' | 'endnote', string | null>>;
  private readonly texts = new Map<string, XmlElement>();
  private isRead = false;

  constructor(
    private readonly files: OfficePackage,
    main: string,
  ) {
    this.parts = { footnote: files.related(main, 'footnotes'), endnote: files.related(main, 'endnotes') };
  }

  /** Null if the note does not exist. */
  nameOf(kind: 'footnote' | 'endnote', id: string): string | null {
    this.read();
    const name = `${kind} ${id}`;
    return this.texts.has(name) ? name : null;
  }

  textOf(name: string): XmlElement | null {
    return this.texts.get(name) ?? null;
  }

  partOf(name: string): string | null {
    return this.parts[name.startsWith('footnote') ? 'footnote' : 'endnote'];
  }

  private read(): void {
    if (this.isRead) return;
    this.isRead = true;
    for (const kind of ['footnote', 'endnote'] as const) {
      const root = this.files.tree(this.parts[kind]);
      for (const note of root?.all(`w:${kind}`) ?? []) {
        const isLine = /^(?:separator|continuationSeparator|continuationNotice)$/.test(
          note.attr('w:type') ?? '',
        );
        if (!isLine) this.texts.set(`${kind} ${note.attr('w:id') ?? ''}`, note);
      }
    }
  }
}

function writeNotes(
  { tree }: DocumentReading,
  notes: NoteList,
  said: Notes,
  blocks: BlockWriter,
  readerOf: (part: string) => BodyReader,
): void {
  const readers = new Map<string, BodyReader>();
  notes.writeNotes(tree, (name) => {
    const part = said.partOf(name) ?? '';
    const reader = readers.get(part) ?? readerOf(part);
    readers.set(part, reader);
    blocks.apart(() => reader.blocks(said.textOf(name)?.elements ?? []));
  });
}
