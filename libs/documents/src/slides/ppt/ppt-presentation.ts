import { DamagedDocumentError, EncryptedDocumentError, UnsupportedDocumentError } from '../../errors.js';
import type { DocumentBudget } from '../../document-budget.js';
import { Ppt, recordAt, recordsIn, type PptRecord } from './ppt-records.js';
import { readTexts, type PptText } from './ppt-text.js';

const ENCRYPTED = 0xf3d1c4df;
const MAX_EDITS = 1_000;
const MAX_ENTRIES = 100_000;
/** Kinds of slide lists. */
const SLIDES = 0;
const NOTES = 2;
const HIDDEN = 0x0004;

/** A slide of the presentation, in order. */
export interface PptSlide {
  readonly isHidden: boolean;
  readonly drawing: PptRecord | null;
  /** Drawing of its notes page. */
  readonly notes: PptRecord | null;
  /** Texts that are stored outside of the slide. */
  readonly outline: readonly PptText[];
}

interface ListedSlide {
  readonly reference: number;
  readonly id: number;
  readonly texts: readonly PptText[];
}

/** The parts of a binary presentation of PowerPoint 97 to 2003. @see MS-PPT 2.1.2 */
export class PptPresentation {
  private readonly places = new Map<number, number>();
  private document = 0;

  /** @throws EncryptedDocumentError, DamagedDocumentError, UnsupportedDocumentError */
  constructor(
    private readonly view: DataView,
    user: DataView | null,
    private readonly budget: DocumentBudget,
  ) {
    if (!user || user.byteLength < 20)
      throw new UnsupportedDocumentError('a presentation of PowerPoint 95 or earlier', 'save it as pptx');
    if (user.getUint32(12, true) === ENCRYPTED) throw new EncryptedDocumentError();
    this.readEdits(user.getUint32(16, true));
  }

  slides(): PptSlide[] {
    const document = this.at(this.document);
    if (document?.type !== Ppt.document) throw new DamagedDocumentError('its slides cannot be found');
    const lists = [...recordsIn(this.view, document, this.budget)].filter(
      ({ type }) => type === Ppt.slideList,
    );
    const listed = (kind: number) =>
      lists.filter(({ instance }) => instance === kind).flatMap((list) => this.listed(list));
    const notes = new Map(listed(NOTES).map((page) => [page.id, page]));
    return listed(SLIDES).flatMap((slide) => this.slide(slide, notes) ?? []);
  }

  private slide({ reference, texts }: ListedSlide, notes: ReadonlyMap<number, ListedSlide>): PptSlide | null {
    const slide = this.at(reference);
    if (slide?.type !== Ppt.slide) return null;
    const parts = [...recordsIn(this.view, slide, this.budget)];
    const find = (type: number, bytes: number) =>
      parts.find((part) => part.type === type && part.end - part.start >= bytes);
    const [atom, information] = [find(Ppt.slideAtom, 20), find(Ppt.slideInfo, 12)];
    const page = atom && notes.get(this.view.getUint32(atom.start + 16, true));
    return {
      isHidden:
        information !== undefined && (this.view.getUint16(information.start + 10, true) & HIDDEN) !== 0,
      drawing: find(Ppt.drawing, 0) ?? null,
      notes: page ? this.drawingOf(this.at(page.reference)) : null,
      outline: texts,
    };
  }

  private drawingOf(page: PptRecord | null): PptRecord | null {
    if (page?.type !== Ppt.notes) return null;
    for (const part of recordsIn(this.view, page, this.budget)) if (part.type === Ppt.drawing) return part;
    return null;
  }

  /** Entries of a list: a reference to a slide, followed by its texts. */
  private listed(list: PptRecord): ListedSlide[] {
    const entries = [...recordsIn(this.view, list, this.budget)];
    const starts = entries.flatMap(({ type }, at) => (type === Ppt.slidePersist ? [at] : []));
    return starts.map((first, at) => {
      const entry = entries[first]!;
      const end = entries[starts[at + 1] ?? entries.length]?.start ?? list.end + 8;
      return {
        reference: this.view.getUint32(entry.start, true),
        id: this.view.getUint32(entry.start + 12, true),
        texts: readTexts(this.view, { start: entry.end, end: Math.min(end - 8, list.end) }, this.budget),
      };
    });
  }

  private at(reference: number): PptRecord | null {
    return recordAt(this.view, this.places.get(reference) ?? -1);
  }

  /** Places of the parts. A file can be saved several times in parts; the last edit counts. */
  private readEdits(first: number): void {
    const seen = new Set<number>();
    for (let at = first; at > 0 && !seen.has(at) && seen.size < MAX_EDITS;) {
      seen.add(at);
      const edit = recordAt(this.view, at);
      if (edit?.type !== Ppt.userEdit || edit.end - edit.start < 20) break;
      if (edit.end - edit.start >= 32 && this.view.getUint32(edit.start + 28, true) !== 0)
        throw new EncryptedDocumentError();
      if (at === first) this.document = this.view.getUint32(edit.start + 16, true);
      this.readDirectory(this.view.getUint32(edit.start + 12, true));
      at = this.view.getUint32(edit.start + 8, true);
    }
  }

  private readDirectory(place: number): void {
    const directory = recordAt(this.view, place);
    if (directory?.type !== Ppt.persistDirectory) return;
    for (let at = directory.start; at + 4 <= directory.end;) {
      const entry = this.view.getUint32(at, true);
      const [first, count] = [entry & 0xfffff, entry >>> 20];
      at += 4;
      for (let index = 0; index < count && at + 4 <= directory.end; index++, at += 4) {
        this.budget.spend('elements');
        if (this.places.size >= MAX_ENTRIES) return;
        if (!this.places.has(first + index)) this.places.set(first + index, this.view.getUint32(at, true));
      }
    }
  }
}
