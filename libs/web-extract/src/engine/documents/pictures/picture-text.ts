import type { DocumentPictures, DocumentSettings, PictureFile } from '../../../model/document.js';
import type { TreeWriter } from '../tree/tree-writer.js';

/** Names the pictures that stand for the text of a document, and writes what was recognised in them. */
export class PictureText {
  private readonly texts: ReadonlyMap<number, string>;
  private unread: DocumentPictures | null = null;

  constructor(
    private readonly settings: Pick<DocumentSettings, 'findPictures' | 'recognized'>,
    private readonly tree: TreeWriter,
  ) {
    this.texts = new Map(settings.recognized.map(({ page, text }) => [page, text]));
  }

  /** Those that nothing was recognised in so far, where they are asked for. */
  get toRecognize(): DocumentPictures | null {
    return this.settings.findPictures ? this.unread : null;
  }

  has(page: number): boolean {
    return this.texts.has(page);
  }

  /** These pages, of so many, hold pictures only. @returns sentences about them */
  pagesFound(pages: readonly number[], of: number): string[] {
    const unread = pages.filter((page) => !this.has(page));
    if (unread.length > 0) this.unread = { kind: 'pages', pages: unread };
    const counts = [
      [unread.length, `no text layer: ${unread.length} of ${of} pages hold only images`],
      [
        pages.length - unread.length,
        `the text of ${pages.length - unread.length} of ${of} pages was recognised in images`,
      ],
    ] as const;
    return counts.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []));
  }

  /** The document holds these pictures and no text. What was recognised in them is written. @returns sentences about it */
  filesFound(files: readonly PictureFile[]): string[] {
    if (files.length === 0) return [];
    const read = files.filter((_, at) => this.has(at + 1)).length;
    files.forEach((_, at) => this.write(at + 1));
    if (read > 0) return [`the text of ${read} of ${files.length} images was recognised`];
    this.unread = { kind: 'files', files };
    return [`no text: the document holds only images (${files.length})`];
  }

  /** Writes what was recognised on a page: paragraphs, line by line. */
  write(page: number): void {
    for (const paragraph of (this.texts.get(page) ?? '').split(/\n\s*\n/)) {
      const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) continue;
      this.tree.start('p');
      lines.forEach((line, at) => {
        if (at > 0) this.tree.element('br');
        this.tree.text(line.trim());
      });
      this.tree.end();
    }
  }
}
