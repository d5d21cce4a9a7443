import type { TextDiff } from '../api/answers.js';
import { pairRows, unifiedRows } from './diff-rows.js';

const diff = (lines: readonly string[]): TextDiff => ({
  text: '',
  json: {
    files: [
      {
        from: 'previous',
        to: 'current',
        additions: 0,
        deletions: 0,
        chunks: [
          {
            content: '@@ -1,3 +1,3 @@',
            changes: lines.map((content) => ({
              type: content.startsWith('+') ? 'add' : content.startsWith('-') ? 'del' : 'normal',
              content,
            })),
          },
        ],
      },
    ],
  },
});

describe('rows of a diff', () => {
  it('list the lines without their signs', () => {
    expect(unifiedRows(diff([' a', '-b', '+c']))).toEqual([
      { kind: 'head', text: '@@ -1,3 +1,3 @@' },
      { kind: 'normal', text: 'a' },
      { kind: 'del', text: 'b' },
      { kind: 'add', text: 'c' },
    ]);
  });

  it.each([
    ['a replaced line', ['-b', '+c'], [['b', 'c']]],
    ['two lines for one', ['-b', '+c', '+d'], [['b', 'c'], [null, 'd']]],
    ['a removed line', [' a', '-b', ' c'], [['a', 'a'], ['b', null], ['c', 'c']]],
    ['an added line', ['+a', ' b'], [[null, 'a'], ['b', 'b']]],
    ['an addition before a removal', ['+a', '-b'], [[null, 'a'], ['b', null]]],
  ])('pair %s', (_, lines, expected) => {
    const [head, ...rows] = pairRows(diff(lines));
    expect(head?.head).toBe('@@ -1,3 +1,3 @@');
    expect(rows.map(({ before, after }) => [before, after])).toEqual(expected);
  }); // prettier-ignore
});
