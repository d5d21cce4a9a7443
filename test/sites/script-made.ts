import { html, type Routes } from './site.js';

const TEXT =
  'The copper lantern of the old harbour shows every late ferry where the narrow quay begins, and in the evening it is lit.';

const SCRIPT = `fetch('/part' + location.pathname).then((r) => r.json()).then(({ title, links }) => {
  document.title = title;
  root.innerHTML = '<h1>' + title + '</h1><p>${TEXT}</p>' + links.map((l) => '<p><a href="' + l + '">To ' + l + '</a></p>').join('');
})`;

/** Pages whose texts and links only scripts bring: path to the addresses its links name. The title of each is its path. */
export function scriptMade(pages: Readonly<Record<string, readonly string[]>>): Routes {
  const shells = Object.keys(pages).map((path) => [
    path,
    html(`<!doctype html><title>Loading</title><div id="root"></div><script src="/made.js"></script>`),
  ]);
  const parts = Object.entries(pages).map(([path, links]) => [
    `/part${path}`,
    html(JSON.stringify({ title: path, links }), { 'content-type': 'application/json' }),
  ]);
  return {
    ...Object.fromEntries(shells),
    ...Object.fromEntries(parts),
    '/made.js': html(SCRIPT, { 'content-type': 'text/javascript' }),
  };
}

/** Each page links to two others; all are within reach of `/`. */
export function scriptMadeTree(count: number): Routes {
  const pathOf = (n: number) => (n === 0 ? '/' : `/p/${n}`);
  const entries = Array.from({ length: count }, (_, n) => {
    const children = [2 * n + 1, 2 * n + 2].filter((child) => child < count);
    return [pathOf(n), children.map(pathOf)] as const;
  });
  return scriptMade(Object.fromEntries(entries));
}
