import { readXml } from './read-xml.js';

function attributesOf(xml: string): Record<string, string> {
  const found: Record<string, string> = {};
  readXml(xml, {
    onOpen: (_, attributes) => Object.assign(found, Object.fromEntries(attributes)),
    onClose: () => undefined,
    onText: () => undefined,
    onCharacterData: () => undefined,
  });
  return found;
}

describe('readXml', () => {
  it.each([
    ['<a b="1" C=\'2\'>', { b: '1', c: '2' }],
    ['<a b="1"c="2"/>', { b: '1', c: '2' }],
    ['<a b = "x &amp; y">', { b: 'x & y' }],
    ['<a none b="1">', { b: '1' }],
    [`<a ${'x'.repeat(10_000)} b="1">`, { b: '1' }],
  ])('reads the attributes of %j', (xml, attributes) => {
    expect(attributesOf(xml)).toEqual(attributes);
  });
});
