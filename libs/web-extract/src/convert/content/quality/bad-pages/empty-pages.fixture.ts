import { FRAMES, type BadPage } from './bad-page.fixture.js';

const shell = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const asShell = (name: string, html: string): BadPage => ({
  name: `script-shell: ${name}`,
  flag: 'script-shell',
  html,
});

export const SHELLS: readonly BadPage[] = [
  asShell(
    'a bundler start page',
    shell('Vite App', '<div id="app"></div><script type="module" src="/assets/index.js"></script>'),
  ),
  asShell(
    'a create-react-app page',
    shell(
      'React App',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
    ),
  ),
  asShell(
    'an Angular page',
    shell('Acme', '<app-root></app-root><script src="main.js" type="module"></script>'),
  ),
  asShell(
    'an Angular page with a spinner',
    shell('Acme', '<app-root><div class="spinner">Loading…</div></app-root><script src="main.js"></script>'),
  ),
  asShell(
    'a Next page without server rendering',
    shell(
      'Acme',
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}}}</script>',
    ),
  ),
  asShell(
    'a Nuxt page',
    shell('Acme', '<div id="__nuxt"><div class="loader"></div></div><script src="/_nuxt/entry.js"></script>'),
  ),
  asShell('a Flutter page', shell('Acme', '<script src="flutter_bootstrap.js" async></script>')),
  asShell('an Ember page', shell('Acme', '<div id="ember-app"></div><script src="/vendor.js"></script>')),
  asShell(
    'a message in German',
    shell(
      'Portal',
      '<div id="main"></div><noscript>Bitte aktivieren Sie JavaScript, um diese Anwendung zu nutzen.</noscript><script src="a.js"></script>',
    ),
  ),
  asShell('a site header and an empty root', FRAMES['template']!('Acme', '<div id="root"></div>', 'en')),
  asShell(
    'a loading line',
    shell('Shop', '<div class="wrap"><p>Loading, please wait…</p></div><script src="/app.js"></script>'),
  ),
  asShell(
    'a page of custom elements',
    shell('Tube', '<tube-app></tube-app><script src="/s/desktop.js"></script>'),
  ),
];

const asEmpty = (name: string, html: string): BadPage => ({ name: `empty: ${name}`, flag: 'empty', html });
export const EMPTY: readonly BadPage[] = [
  asEmpty('nothing at all', ''),
  asEmpty('white space', '<html><head><title>x</title></head><body>\n \n</body></html>'),
  asEmpty(
    'a template without content',
    '<html><head><title>Post</title></head><body><div class="content"><article></article></div></body></html>',
  ),
  asEmpty(
    'a frameset',
    '<html><head><title>Club</title></head><frameset cols="20%,80%"><frame src="m.html"><frame src="c.html"></frameset></html>',
  ),
  asEmpty('one word', '<html><body><p>OK</p></body></html>'),
  asEmpty('a lone spinner image', '<html><body><div><img src="/spin.gif" alt=""></div></body></html>'),
];
