import { strFromU8 } from 'fflate';
import { filesOf } from './page-files.js';

describe('the files of a downloaded page', () => {
  it('contain each format that the response has', () => {
    const files = filesOf({
      markdown: '# Ü',
      links: ['https://a.example/', 'https://b.example/'],
      json: { a: 1 },
      screenshot: `data:image/png;base64,${btoa('\x89PNG')}`,
      metadata: { title: 'T' },
    });
    expect(Object.keys(files).sort()).toEqual([
      'data.json',
      'links.txt',
      'metadata.json',
      'page.md',
      'screenshot.png',
    ]);
    expect(strFromU8(files['page.md']!)).toBe('# Ü');
    expect(strFromU8(files['links.txt']!)).toBe('https://a.example/\nhttps://b.example/\n');
    expect([...files['screenshot.png']!]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('do not contain screenshots stored elsewhere', () => {
    expect(Object.keys(filesOf({ screenshot: 'https://a.example/x.png', metadata: {} }))).toEqual([
      'metadata.json',
    ]);
  });
});
