import { DEFAULT_DOCUMENT_SETTINGS, type DocumentSettings } from './settings.js';
import { DamagedDocumentError, EncryptedDocumentError, OversizedDocumentError } from './errors.js';
import { textOf } from './markup/dom/nodes.js';
import type { DocumentReader } from './document-reader.js';
import { readDocument } from './read-document.js';

function read(reader: DocumentReader, settings: Partial<DocumentSettings> = {}) {
  return readDocument(reader, {
    bytes: new Uint8Array(),
    url: 'https://files.example/a',
    settings: { ...DEFAULT_DOCUMENT_SETTINGS, ...settings },
  });
}

const pages: DocumentReader = (_, reading) => {
  for (let page = 1; page <= 10; page++) {
    reading.beginPage(page);
    reading.tree.element('p', `page ${page}`);
  }
};

describe('readDocument', () => {
  it('gives what was written before a budget was spent, and says how much', async () => {
    const reading = await read(pages, { maxPages: 3 });
    expect(textOf(reading.tree.body)).toBe('page 1page 2page 3');
    expect(reading.warnings).toEqual([
      'The document was read in part: it is too large: it has more than 3 pages; 18 characters were read of 3 pages',
    ]);
  });

  it('fails when a budget was spent before anything was written', async () => {
    await expect(read((_, { budget }) => budget.spend('inflatedBytes', 2 ** 40))).rejects.toThrow(
      OversizedDocumentError,
    );
  });

  it('ends when the time is over', async () => {
    const endless: DocumentReader = (_, { tree }) => {
      for (;;) tree.element('p', 'x');
    };
    const reading = await read(endless, { timeMs: 1 });
    expect(reading.warnings[0]).toMatch(
      /^The document was read in part: it is too large: reading it takes more than 1 ms/,
    );
  });

  it('gives what was written before the damage, and passes on that a document is encrypted', async () => {
    const damaged: DocumentReader = (_, { tree }) => {
      tree.text('before');
      throw new DamagedDocumentError('its second half is missing');
    };
    const reading = await read(damaged);
    expect(reading.warnings).toEqual([
      'The document was read in part: it is damaged: its second half is missing; 6 characters were read',
    ]);
    const locked: DocumentReader = (_, { tree }) => {
      tree.text('before');
      throw new EncryptedDocumentError();
    };
    await expect(read(locked)).rejects.toThrow(EncryptedDocumentError);
  });

  it('counts a failure of the reader itself as damage', async () => {
    const faulty: DocumentReader = () => {
      throw new RangeError('offset is out of bounds');
    };
    await expect(read(faulty)).rejects.toThrow(DamagedDocumentError);
  });

  it('marks pages where that is wanted', async () => {
    const reading = await read(pages, { pageMarkers: true, maxPages: 10 });
    expect(reading.tree.body.children).toHaveLength(19); // only between pages
  });

  it('leaves out elements that are too deep, and keeps their text', async () => {
    const reading = await read((_, { tree }) => {
      for (let depth = 0; depth < 5_000; depth++) tree.start('div');
      tree.text('deep');
      for (let depth = 0; depth < 5_000; depth++) tree.end();
      tree.element('p', 'after');
    });
    expect(textOf(reading.tree.body)).toBe('deepafter');
    expect(reading.tree.body.children).toHaveLength(2);
  });
});
