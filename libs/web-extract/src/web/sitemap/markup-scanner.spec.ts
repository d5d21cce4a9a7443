import { MarkupScanner } from './markup-scanner.js';

/** Events of the scanner, with adjacent chunks of the same kind joined. */
function told(pieces: readonly string[]): string[] {
  const events: [string, string][] = [];
  const tell = (kind: string, text: string): void => {
    const last = events.at(-1);
    if (last?.[0] === kind && kind !== 'tag') last[1] += text;
    else if (text !== '') events.push([kind, text]);
  };
  const scanner = new MarkupScanner({
    onTag: (tag) => tell('tag', tag),
    onText: (text) => tell('text', text),
    onCharacterData: (text) => tell('data', text),
  });
  for (const piece of pieces) scanner.push(piece);
  return events.map(([kind, text]) => `${kind}:${text}`);
}

const SAMPLE = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e "x>y">]><a b="1>2" c='"'>one &amp; <![CDATA[<two> ]] ]]]>three<!-- -- <b> --><br/></a>`;

describe('MarkupScanner', () => {
  it('tells tags, text and character data apart', () => {
    const events = told([SAMPLE]);
    expect(events).toContain(`tag:a b="1>2" c='"'`);
    expect(events).toContain('text:one &amp; ');
    expect(events).toContain('data:<two> ]] ]');
    expect(events.slice(-3)).toEqual(['text:three', 'tag:br/', 'tag:/a']);
  });

  it('tells the same wherever the input is cut', () => {
    const whole = told([SAMPLE]);
    for (let at = 1; at < SAMPLE.length; at++) {
      expect(told([SAMPLE.slice(0, at), SAMPLE.slice(at)])).toEqual(whole);
    }
    expect(told([...SAMPLE])).toEqual(whole);
  });

  it('starts again at a bracket inside a tag', () => {
    expect(told(['<a b="<c>text'])).toEqual(['tag:c', 'text:text']);
  });

  it('drops a tag without end', () => {
    const events = told([`<a ${'x'.repeat(20_000)}`, '<b>']);
    expect(events.at(-1)).toBe('tag:b');
    expect(events.some((event) => event.startsWith('tag:a'))).toBe(false);
  });
});
