import { matchHeadingIds } from './heading-ids.js';

describe('matchHeadingIds', () => {
  it('assigns the ids of equal headings in their order', () => {
    const onPage = [
      { text: 'notes', id: 'one' },
      { text: 'other', id: null },
      { text: 'notes', id: 'two' },
    ];
    expect(matchHeadingIds(['Notes', 'Other', 'Notes', 'Notes'], onPage)).toEqual(['one', null, 'two', null]);
  });

  it('leaves out headings of the page that the markdown does not have', () => {
    const onPage = [
      { text: 'a', id: '1' },
      { text: 'b', id: '2' },
      { text: 'a', id: '3' },
    ];
    expect(matchHeadingIds(['b', 'a'], onPage)).toEqual(['2', '3']);
  });

  it('takes time in proportion to the number of equal headings', () => {
    const count = 200_000;
    const onPage = Array.from({ length: count }, (_, n) => ({ text: 'same', id: `${n}` }));
    expect(matchHeadingIds(Array<string>(count).fill('same'), onPage).at(-1)).toBe(`${count - 1}`);
  });
});
