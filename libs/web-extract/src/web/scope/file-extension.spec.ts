import { mediaExtension } from './file-extension.js';

describe('mediaExtension', () => {
  it.each([
    ['/a/photo.JPG', 'jpg'],
    ['/film.mp4', 'mp4'],
    ['/release-1.2.tar.gz', 'gz'],
    ['/setup.exe', 'exe'],
    ['/font.woff2', 'woff2'],
    ['/paper.pdf', null],
    ['/report.docx', null],
    ['/page.html', null],
    ['/data.json', null],
    ['/package/node.js', null],
    ['/show/main.css', null],
    ['/companies/example.com', null],
    ['/v1.2', null],
    ['/photo.jpg/', null],
    ['/photo.jpg/details', null],
    ['/wiki/File:Tree.jpg', null],
    ['/wiki/Datei%3ABaum.jpg', null],
    ['/', null],
  ])('%s: %s', (path, expected) => expect(mediaExtension(path)).toBe(expected));
});
