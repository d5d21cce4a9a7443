import { formatsToRead } from './formats-to-read.js';

describe('formatsToRead', () => {
  const formats = ['links', 'extraction'] as const;

  it('reads the markdown and the stated data that a model is given', () => {
    expect(formatsToRead({ formats, extraction: { prompt: 'names' } })).toEqual([
      'links',
      'extraction',
      'markdown',
    ]);
  });

  it('reads the raw HTML instead if a model is given that', () => {
    const extraction = { prompt: 'names', readFrom: 'rawHtml' } as const;
    expect(formatsToRead({ formats, extraction })).toEqual(['links', 'extraction', 'rawHtml']);
  });

  it('reads nothing for a model that is not asked', () => {
    expect(formatsToRead({ formats, extraction: { extractor: 'shop' } })).toEqual(['links']);
  });

  it('reads what tracked fields of their own are read from', () => {
    const extraction = { extractor: 'shop' } as const;
    const schema = { type: 'object' };
    const tracking = (fields: object) => ({ extraction, track: { modes: ['json'], fields } }) as const;
    const read = ['links', 'extraction', 'markdown'];
    expect(formatsToRead({ formats, ...tracking({ schema }) })).toEqual(read);
    expect(formatsToRead({ formats: ['links'], ...tracking({ schema }) })).toEqual(read);
    expect(formatsToRead({ formats, ...tracking({ extractor: 'shop' }) })).toEqual(['links']);
  });

  it('reads the stated data that samples are compared with', () => {
    const extraction = { extractor: 'auto', fallback: 'none' } as const;
    expect(formatsToRead({ formats: ['links'], extraction })).toEqual(['links', 'extraction', 'rawHtml']);
  });

  it('reads what the fallback of an extractor is given', () => {
    const extraction = { extractor: 'shop', fallback: 'model' } as const;
    expect(formatsToRead({ formats, extraction })).toEqual(['links', 'extraction', 'markdown']);
  });
});
