import { applyReversePatch, LineDiff } from './line-diff.js';

/** Applies a unified diff, strictly. */
function applied(previous: string, diff: string): string {
  const from = previous === '' ? [] : previous.split('\n');
  const hasEnd = from.at(-1) === '';
  if (hasEnd) from.pop();
  const out: string[] = [];
  let [at, endsWith]: [number, 'feed' | 'none'] = [0, hasEnd ? 'feed' : 'none'];
  let lastSign = ' ';
  for (const line of diff.split('\n').slice(2, -1)) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line);
    if (head) {
      const start = Number(head[2]) === 0 ? Number(head[1]) : Number(head[1]) - 1;
      out.push(...from.slice(at, start));
      expect(out.length).toBe(Number(head[4]) === 0 ? Number(head[3]) : Number(head[3]) - 1);
      at = start;
    } else if (line.startsWith('\\')) {
      if (lastSign !== '-') endsWith = 'none';
    } else {
      lastSign = line[0]!;
      // without `expect`, which takes most of the time of many thousand lines
      if (lastSign !== '+' && from[at++] !== line.slice(1)) throw new Error(`not in the text: ${line}`);
      if (lastSign !== '-') {
        out.push(line.slice(1));
        endsWith = 'feed';
      }
    }
  }
  if (at < from.length) endsWith = hasEnd ? 'feed' : 'none';
  out.push(...from.slice(at));
  return out.length === 0 ? '' : out.join('\n') + (endsWith === 'feed' ? '\n' : '');
}

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`).join('\n');

describe('LineDiff', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', 'a line in the middle'],
    ['a\nb\nc\n', 'a\nb\nc\nd\n', 'a line at the end'],
    ['a\nb', 'a\nb\n', 'a line feed at the end'],
    ['a\nb\n', 'a\nb', 'no line feed at the end'],
    ['', 'a\nb', 'from nothing'],
    ['a\nb', '', 'to nothing'],
    ['- one\n- two\n+ three', '- one\n- 2\n+ three\n\\ four', 'lines that begin with signs'],
    ['\n\na\n\n', '\na\n\n\n', 'empty lines'],
    [many(50, 'same'), `first\n${many(50, 'same')}\nlast`, 'two places far apart'],
    ['a\r\nb\u2028c\n', 'a\nb\u2028c\n', 'other line ends are text'],
    ['a\na\na\nb', 'a\na\nb\na', 'repeated lines'],
  ])('%j → %j (%s)', (previous, current) => {
    const diff = new LineDiff(previous, current);
    expect(applied(previous, diff.toDiff().text)).toBe(current);
    expect(applyReversePatch(current, diff.toReversePatch())).toBe(previous);
  });

  it('gives back both texts of random edits', () => {
    let state = 7;
    const random = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below;
    for (let round = 0; round < 200; round++) {
      const lines = Array.from({ length: random(40) }, () => `line ${random(12)}`);
      const other = lines.flatMap(
        (line) => [[line], [line], [line], [], [line, `new ${random(9)}`]][random(5)]!,
      );
      const [previous, current] = [lines.join('\n'), other.join('\n') + (random(2) ? '\n' : '')];
      const diff = new LineDiff(previous, current);
      if (previous !== current) expect(applied(previous, diff.toDiff().text)).toBe(current);
      expect(applyReversePatch(current, diff.toReversePatch())).toBe(previous);
    }
  });

  it('reports the same lines as text and as data', () => {
    const { text, json } = new LineDiff('a\nb\nc', 'a\n- b\nc').toDiff();
    expect(json.files[0]).toMatchObject({ additions: 1, deletions: 1 });
    const data = json.files[0]!.chunks.flatMap(({ content, changes }) => [content, ...changes.map((line) => line.content)]); // prettier-ignore
    expect(text.split('\n').filter((line) => data.includes(line))).toEqual(data);
  });

  it.each([
    ['very long', many(20_001, 'a'), many(20_001, 'a') + '\nb'],
    ['very different', many(6_000, 'a'), many(6_000, 'b')],
    ['very long and new', '', many(50_000, 'b')],
    ['very long and removed', many(50_000, 'b'), ''],
  ])('deletes and adds all lines of texts that are %s', (_, previous, current) => {
    const diff = new LineDiff(previous, current);
    expect(diff.toDiff().truncated).toBe(true);
    expect(applied(previous, diff.toDiff().text)).toBe(current);
    expect(applyReversePatch(current, diff.toReversePatch())).toBe(previous);
  });

  it('has two changes for texts of many short lines, which the host receives as objects', () => {
    const [previous, current] = [`${'a\n'.repeat(30_000)}end`, 'b\n'.repeat(20_000)];
    const diff = new LineDiff(previous, current);
    const { text, json } = diff.toDiff();
    expect(applied(previous, text)).toBe(current);
    expect(json.files[0]).toMatchObject({ additions: 20_000, deletions: 30_001 });
    expect(json.files[0]!.chunks.map(({ changes }) => changes.map(({ type }) => type))).toEqual([
      ['del', 'add'],
    ]);
    const patch = diff.toReversePatch();
    expect(JSON.stringify(patch).length).toBeLessThan(2 * previous.length);
    expect(patch.edits.flatMap(([, , put]) => put).length).toBe(1);
    expect(applyReversePatch(current, JSON.parse(JSON.stringify(patch)))).toBe(previous);
  });
});
