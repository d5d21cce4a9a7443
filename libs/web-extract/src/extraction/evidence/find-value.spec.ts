import { ValueFinder } from './find-value.js';

const TEXT = `# The *storm* lamp

It costs **$1,249.50** with its “glass”, or 1 049,00 € without; 85 % keep it. Model ST-5 of [Nordlys](https://nordlys.example/lamp?a=1).
First sold on 3. Mai 2024, again on 12/06/2025. Weight 4.2 kg, not 14.25.

| Street | City |
| --- | --- |
| Quarry Road 3 | 8010 Graz |

灯塔在北方。`;

describe('ValueFinder', () => {
  const find = (value: string | number | boolean) => new ValueFinder(TEXT, 'de').find(value);

  it.each<[string | number, string]>([
    ['The storm lamp', 'The *storm* lamp'],
    ['its "glass"', 'its “glass”'],
    [1249.5, '1,249.50'],
    [1049, '1 049,00'],
    [0.85, '85'],
    [4.2, '4.2'],
    ['nordlys', 'Nordlys'],
    ['https://nordlys.example/lamp?a=1', 'https://nordlys.example/lamp?a=1'],
    ['2024-05-03', '3. Mai 2024'],
    ['2025-06-12T10:00:00Z', '12/06/2025'],
    ['Quarry Road 3, 8010 Graz', 'Quarry Road 3 | 8010 Graz'],
    ['灯塔', '灯塔'],
  ])('finds %j', (value, written) => {
    const place = find(value)!;
    expect(TEXT.slice(place.start, place.end)).toBe(written);
  });

  it.each([
    25,
    249.5,
    4,
    14,
    'storm lamps',
    'roads',
    'Quarry Lane 3, 8010 Graz',
    'https://other.example/lamp',
    '2024-05-04',
    '',
    '…',
    true,
  ])('does not find %j', (value) => {
    expect(find(value)).toBeNull();
  });

  it('finds a long text by its beginning and its end', () => {
    const long = Array.from({ length: 200 }, (_, at) => `sentence ${at} of many`).join('. ');
    const text = `Before. ${long.replace('sentence 100', 'sentence  *100*')} After.`;
    const place = new ValueFinder(text, null).find(long)!;
    expect(place.start).toBe('Before. '.length);
  });

  it('finds what stands far down in a long text, at its place', () => {
    const text = `${'words of a long page,\n[and](https://a.example/(x)) **more** of\tthem. '.repeat(2_000)}The needle.\nEnd`;
    const place = new ValueFinder(text, null).find('of them. The Needle')!;
    expect(text.slice(place.start, place.end)).toBe('of\tthem. The needle');
    const joined = new ValueFinder(text, null).find('long page, and more')!;
    expect(text.slice(joined.start, joined.end)).toBe('long page,\n[and](https://a.example/(x)) **more');
  });
});
