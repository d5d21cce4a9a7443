import { SiteRelations } from './site-relation.js';

describe('SiteRelations', () => {
  it.each([
    ['example.com', 'www.example.com', 'same'],
    ['www.example.com', 'example.com', 'same'],
    ['example.com', 'docs.example.com', 'subdomain'],
    ['docs.example.com', 'blog.example.com', 'subdomain'],
    ['docs.example.com', 'example.com', 'subdomain'],
    ['a.example.co.uk', 'b.example.co.uk', 'subdomain'],
    ['a.co.uk', 'b.co.uk', 'external'],
    ['me.github.io', 'you.github.io', 'external'],
    ['me.github.io', 'me.github.io', 'same'],
    ['example.com', 'example.org', 'external'],
    ['example.com', 'notexample.com', 'external'],
    ['example.com', 'example.com:8080', 'subdomain'],
    ['127.0.0.1:3000', '127.0.0.1:3000', 'same'],
    ['127.0.0.1:3000', '127.0.0.1:3001', 'external'],
    ['10.0.0.1', '10.0.0.2', 'external'],
    ['localhost', 'other', 'external'],
    ['[::1]:80', '[::1]:81', 'external'],
  ])('%s and %s: %s', (start, host, expected) => {
    const relations = new SiteRelations(start);
    expect(relations.of(host)).toBe(expected);
    expect(relations.of(host)).toBe(expected); // cached
  });
});
