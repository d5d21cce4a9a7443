import { pagesOf } from './pages-of.js';

const MARKED = 'one\n\n---\n\n<!-- page 2 -->\n\ntwo\n\n---\n\n<!-- page 3 -->';

describe('pagesOf', () => {
  it('parts markdown into pages, empty ones too, and takes out the marks', () => {
    expect(pagesOf(MARKED, { pagesApart: true, pageMarkers: false })).toEqual({
      documentPages: [
        { pageNumber: 1, markdown: 'one' },
        { pageNumber: 2, markdown: 'two' },
        { pageNumber: 3, markdown: '' },
      ],
      markdown: 'one\n\ntwo',
    });
  });

  it('leaves the marks where they are wanted', () => {
    expect(pagesOf(MARKED, { pagesApart: true, pageMarkers: true })).not.toHaveProperty('markdown');
  });

  it('takes no mark for one whose number does not come next', () => {
    const { documentPages } = pagesOf('a\n\n---\n\n<!-- page 1 -->\n\nb', {
      pagesApart: true,
      pageMarkers: true,
    });
    expect(documentPages).toHaveLength(1);
  });

  it('does nothing unless that is wanted', () => {
    expect(pagesOf(MARKED, { pagesApart: false, pageMarkers: true })).toEqual({});
  });
});
