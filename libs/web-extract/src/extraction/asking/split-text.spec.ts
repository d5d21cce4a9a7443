import { estimateTokens } from './estimate-tokens.js';
import { splitText } from './split-text.js';

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');

describe('splitText', () => {
  it('leaves a short text whole', () => {
    expect(splitText('# A\n\ntext', 100)).toEqual([{ context: '', text: '# A\n\ntext' }]);
  });

  it.each<[string, string]>([
    ['headings', `# A\n\n${words(40)}\n\n## B\n\n${words(60)}\n\n# C\n\n${words(50)}`],
    ['paragraphs', Array.from({ length: 9 }, () => words(30)).join('\n\n')],
    ['lines', Array.from({ length: 50 }, (_, at) => `| ${at} | cell |`).join('\n')],
    ['one line', words(400)],
    ['one word', 'x'.repeat(3_000)],
    ['Chinese', '第一章。'.repeat(300)],
    ['line ends of all kinds', `a\r\n\r\n\n\n${words(300)}\n\n\n`],
  ])('loses and doubles nothing of %s, and keeps to the size', (_what, text) => {
    const parts = splitText(text, 60);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(estimateTokens(part.text)).toBeLessThanOrEqual(60 + 1);
  });

  it('repeats only the beginning of a long heading and table head', () => {
    const rows = '| a | b |\n'.repeat(2_000);
    const text = `# ${words(1_000)}\n\n| ${words(1_000)} | b |\n| --- | --- |\n${rows}`;
    const last = splitText(text, 2_500).at(-1)!;
    expect(last.context.startsWith(`# ${words(1_000)}`.slice(0, 1_000))).toBe(true);
    expect(last.context.length).toBeLessThan(3_000);
  });

  it('cuts before headings where it can, and says under which a part stands', () => {
    const text = `# A\n\n${words(10)}\n\n## B\n\n${words(30)}\n\n## C\n\n${words(30)}`;
    const parts = splitText(text, 60);
    expect(parts.map((part) => part.text.trim().split('\n')[0])).toEqual(['# A', '## B', '## C']);
    expect(parts.map(({ context }) => context)).toEqual(['', '# A', '# A\n## B']);
  });

  it('repeats the head of a table that goes on', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| Row ${at} | ${at} |`).join('\n');
    const parts = splitText(`# T\n\n| Name | Count |\n| --- | --- |\n${rows}`, 60);
    expect(parts[0]!.context).toBe('');
    expect(parts[1]!.context).toBe('# T\n| Name | Count |\n| --- | --- |');
    expect(parts[1]!.text).toMatch(/^\| Row \d+ \|/);
  });
});
