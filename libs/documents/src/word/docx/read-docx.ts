import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { SequenceNumbers } from '../../office/fields.js';
import { writeGraphics } from '../../office/graphic-data.js';
import { ONLY_MARGINS } from '../../warnings.js';
import { OfficePackage } from '../../containers/ooxml/office-package.js';
import { BodyReader } from './body-reader.js';
import { writeChunk } from './chunk.js';
import { FixedFonts } from './fixed-fonts.js';
import { NumberingCounter } from './numbering.js';
import { ParagraphReader } from './paragraph-reader.js';
import { Styles } from './styles.js';

/** Reads an Office Open XML text document. Headers and footers are separate parts, which are not read. */
export const readDocx: DocumentReader = (bytes, reading) => {
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('word/document.xml');
  files.readFacts(reading.facts);
  const document = new TextDocument(files, main, reading);
  document.write();
  if (reading.tree.isEmpty) document.writeMargins();
};

/** Maximum depth of text documents that are inserted into each other. */
const MAX_CHUNK_DEPTH = 4;

/** Blocks that are read one at a time, so that memory is bounded by the largest. */
const TAKEN: ReadonlySet<string> = new Set(['w:p', 'w:tbl', 'w:altChunk', 'mc:AlternateContent']);
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

/** A text document, which may be inserted into another one. */
class TextDocument {
  private readonly settings: StyleSheet;
  private readonly notes = new NoteList();
  private readonly said: Notes;
  private readonly blocks: BlockWriter;
  private readonly sequences = new SequenceNumbers();
  private readonly paragraphs: ParagraphReader[] = [];

  constructor(
    private readonly files: OfficePackage,
    private readonly main: string,
    private readonly reading: DocumentReading,
    private readonly depth = 0,
  ) {
    this.settings = styleSheet(files, main);
    reading.facts.language ??= this.settings.language;
    this.said = new Notes(files, main);
    this.blocks = new BlockWriter(reading.tree, this.notes);
  }

  write(): void {
    const { files, main, blocks } = this;
    const body = this.bodyReader(main);
    files.visit(main, {
      open: (name) => (TAKEN.has(name) ? 'take' : SKIPPED.has(name) ? 'skip' : 'enter'),
      take: (element) => body.block(element),
    });
    body.finish();
    blocks.finish();
    this.writeNotes();
    const placeholders = this.paragraphs.reduce((sum, one) => sum + one.placeholders, 0);
    if (placeholders > 0)
      this.reading.warn(
        `${placeholders === 1 ? '1 content control shows' : `${placeholders} content controls show`} only a placeholder, which is left out`,
      );
  }

  /** Writes headers, footers and comments of a document that contains nothing else. */
  writeMargins(): void {
    const parts = [...this.files.relationsOf(this.main).values()].filter(
      ({ type, isExternal }) => MARGINS.test(type) && !isExternal,
    );
    for (const part of new Set(parts.map(({ target }) => target))) {
      const root = this.files.tree(part);
      const reader = this.bodyReader(part);
      if (root?.name === 'w:comments') for (const comment of root.elements) reader.blocks(comment.elements);
      else reader.blocks(root?.elements ?? []);
    }
    this.blocks.finish();
    if (!this.reading.tree.isEmpty) this.reading.warn(ONLY_MARGINS);
  }

  private bodyReader(part: string): BodyReader {
    const { files, blocks, said, reading, depth } = this;
    const { styles, numbering } = this.settings;
    const name = (kind: 'footnote' | 'endnote', id: string) => said.nameOf(kind, id);
    const relations = files.relationsOf(part);
    const paragraphs = new ParagraphReader(styles, this.sequences, relations, name, reading.hiddenText);
    this.paragraphs.push(paragraphs);
    return new BodyReader(styles, numbering, paragraphs, blocks, {
      graphics: (drawing) => {
        writeGraphics(drawing, part, files, blocks);
      },
      chunk: (element) => {
        blocks.break();
        writeChunk(files, part, element, reading, (bytes) => {
          if (depth >= MAX_CHUNK_DEPTH) return false;
          const inner = new OfficePackage(bytes, reading);
          new TextDocument(inner, inner.mainPart('word/document.xml'), reading, depth + 1).write();
          return true;
        });
      },
    });
  }

  private writeNotes(): void {
    const readers = new Map<string, BodyReader>();
    this.notes.writeNotes(this.reading.tree, (name) => {
      const part = this.said.partOf(name) ?? '';
      const reader = readers.get(part) ?? this.bodyReader(part);
      readers.set(part, reader);
      this.blocks.apart(() => reader.blocks(this.said.textOf(name)?.elements ?? []));
    });
  }
}

/** Parts outside the text. */
const MARGINS = /^(?:header|footer|comments)$/;

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
