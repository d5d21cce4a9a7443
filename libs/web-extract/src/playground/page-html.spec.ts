import { fillPage, relativePath } from './page-html.js';

describe('the page of the playground', () => {
  it.each([
    ['/', '/', '/'],
    ['/playground', '/', '/'],
    ['/playground/', '/', '/'],
    ['/', '/extract/', '/extract/'],
    ['/api/tools/try', '/api/', '/api/'],
    ['/api/tools/try/', '/api/extract/', '/api/extract/'],
  ])('at %s finds %s', (from, to, path) => {
    expect(new URL(relativePath(from, to), `https://host.example${from}`).pathname).toBe(path);
  });

  it('finds them below whatever path a proxy puts it', () => {
    const page = fillPage('<a href="%ASSETS%/app.js"><a href="%API%">', {
      page: '/tools/try',
      assets: '/tools/try/assets',
      api: '/',
    });
    const [app, api] = [...page.matchAll(/href="([^"]*)"/g)].map(([, path = '']) => path);
    const at = 'https://host.example/below/tools/try';
    expect(new URL(app!, at).pathname).toBe('/below/tools/try/assets/app.js');
    expect(new URL(api!, at).pathname).toBe('/below/');
  });
});
