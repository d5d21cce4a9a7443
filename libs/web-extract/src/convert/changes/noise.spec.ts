import { isNoise } from './noise.js';

describe('isNoise', () => {
  it.each([
    ['By Anna, 3 minutes ago', 'By Anna, 2 hours ago'],
    ['a minute ago', 'just now'],
    ['vor 3 Minuten', 'vor 2 Stunden'],
    ['il y a 3 minutes', 'il y a 2 heures'],
    ['By the editors, updated 5 minutes ago', 'By the editors, updated 91 minutes ago'],
    ['1,204 views · 33 comments', '1,377 views · 34 comments'],
    ['Views: 1204', 'Views: 1,377'],
    ['1.2k likes', '13 likes'],
    ['12 people are watching this', '7 people are watching this'],
    ['Last updated: May 3, 2026', 'Last updated: 12 June 2026'],
    ['Updated on 2026-05-03T10:00:00Z', 'Updated on 2026-05-04T11:30:00Z'],
    ['Page generated at 10:04:33', 'Page generated at 10:05:01'],
    ['![a](https://cdn.example/x.jpg?v=1a2b)', '![a](https://cdn.example/x.jpg?v=9f8e)'],
    ['![a](/img/logo.3f2a9c1b.png)', '![a](/img/logo.99aa7c1d.png)'],
    ['[![a](/img/x.jpg?v=1a2b)](/page)', '[![a](/img/x.jpg?v=9f8e)](/page)'],
    [String.raw`[a \[b\]](/cart?token=abc)`, String.raw`[a \[b\]](/cart?token=xyz)`],
    [`1${',000'.repeat(7)} views`, `2${',000'.repeat(7)} views`],
    ['[go](/cart?token=abc&id=4)', '[go](/cart?token=xyz&id=4)'],
  ])('ignores %j → %j', (previous, current) => {
    expect(isNoise(`# Title\n\n${previous}\n\nEnd`, `# Title\n\n${current}\n\nEnd`)).toBe(true);
  });

  it.each([
    ['It costs 12 coins', 'It costs 13 coins'],
    ['12 items in stock', '11 items in stock'],
    ['The office is closed today', 'The office is closed tomorrow'],
    ['Published on May 3, 2026', 'Published on May 4, 2026'],
    ['The meeting is on 3 May 2026 at 10:00', 'The meeting is on 4 May 2026 at 10:00'],
    ['Temperature: 12 degrees', 'Temperature: 14 degrees'],
    ['[go](/cart?id=4)', '[go](/cart?id=5)'],
    ['[commit](/c/3f2a9c1b)', '[commit](/c/99aa7c1d)'],
    ['![a](/img/cat.png)', '![a](/img/dog.png)'],
    ['1,204 views', '1,204 readers'],
    ['Updated the first chapter', 'Updated the second chapter'],
    ['3 minutes ago by Anna', '5 minutes ago by Bert'],
    ['| Version | 1.2 |', '| Version | 1.3 |'],
    ['a\nb', 'a'],
    [`${'1'.repeat(40)} views`, `${'2'.repeat(40)} views`],
    ['Wait 5 minutes', 'Wait 6 minutes'],
  ])('does not ignore %j → %j', (previous, current) => {
    expect(isNoise(`# Title\n\n${previous}\n\nEnd`, `# Title\n\n${current}\n\nEnd`)).toBe(false);
  });
});
