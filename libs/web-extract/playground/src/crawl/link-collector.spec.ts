import { LinkCollector } from './link-collector.js';

describe('the links of a crawl', () => {
  it('are told once, without their fragments', () => {
    const links = new LinkCollector();
    expect(links.add(['http://a.example/', 'http://a.example/#top', 'http://a.example/b'])).toEqual([
      'http://a.example/',
      'http://a.example/b',
    ]);
    expect(links.add(['http://a.example/b#c', 'http://a.example/d'])).toEqual(['http://a.example/d']);
  });

  it('are no more than anybody looks through', () => {
    const links = new LinkCollector();
    const many = Array.from({ length: 5_000 }, (_, at) => `http://a.example/${at}`);
    expect(links.add(many)).toHaveLength(2_000);
    expect(links.add(['http://b.example/'])).toEqual([]);
  });
});
