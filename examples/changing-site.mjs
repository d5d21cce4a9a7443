// A site that changes at random, for the examples that keep an index in sync.
import { once } from 'node:events';
import { createServer } from 'node:http';

const WORDS =
  'harbour bridge lamp island road ferry light tower keeper winter storm coast paint glass signal rope stone'.split(
    ' ',
  );

/** A generator of random numbers with a seed: mulberry32. */
export function randomFrom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Serves pages of several sections; `/` links to all of them. */
export class ChangingSite {
  constructor(seed, pages = 14) {
    this.random = randomFrom(seed);
    this.count = 0;
    this.pages = new Map();
    for (let n = 0; n < pages; n++) this.addPage();
  }

  async listen() {
    this.server = createServer((request, response) => this.answer(request, response)).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.address = `127.0.0.1:${this.server.address().port}`;
    this.url = `http://${this.address}/`;
    return this;
  }

  close() {
    this.server.close().closeAllConnections();
  }

  /** One round: a few pages change, one may appear, vanish or move. */
  change() {
    for (let n = 0; n < 3; n++) this.changeSections(this.some(this.live()).sections);
    const dice = this.random();
    const [path, page] = this.some([...this.pages].filter(([, { status }]) => status === 200));
    if (dice < 0.25) this.addPage();
    else if (dice < 0.5) page.status = 404;
    else if (dice < 0.65)
      Object.assign(page, { status: 301, location: this.some([...this.pages.keys()].filter((other) => other !== path && this.pages.get(other).status === 200)) }); // prettier-ignore
    else if (dice < 0.8) for (const other of this.pages.values()) other.status = 200;
  }

  live() {
    return [...this.pages.values()].filter(({ status }) => status === 200);
  }

  addPage() {
    const sections = Array.from({ length: 3 }, () => this.section());
    this.pages.set(`/page-${this.count++}`, { status: 200, sections });
  }

  changeSections(sections) {
    const at = Math.floor(this.random() * sections.length);
    const dice = this.random();
    if (dice < 0.6) sections[at] = { ...sections[at], text: this.text() };
    else if (dice < 0.8) sections.push(this.section());
    else if (sections.length > 1) sections.splice(at, 1);
  }

  section() {
    return { heading: `Section ${this.count++}`, text: this.text() };
  }

  text() {
    return `${Array.from({ length: 90 }, () => this.some(WORDS)).join(' ')} ${this.count++}.`;
  }

  some(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  answer({ url }, response) {
    const page = url === '/' ? { status: 200 } : (this.pages.get(url) ?? { status: 404 });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(page.status === 301 ? { location: page.location } : {}),
    };
    response.writeHead(page.status, headers).end(url === '/' ? this.start() : contentOf(url, page));
  }

  start() {
    const links = [...this.pages.keys()].map((path) => `<li><a href="${path}">${path.slice(1)}</a></li>`);
    return `<!doctype html><title>All pages</title><main><h1>All pages</h1><p>Pages of a site that changes.</p><ul>${links.join('')}</ul></main>`;
  }
}

function contentOf(url, { status, sections }) {
  if (status !== 200) return `<!doctype html><title>Not found</title><h1>Not found</h1>`;
  const parts = sections.map(({ heading, text }) => `<h2>${heading}</h2><p>${text}</p>`);
  return `<!doctype html><html lang="en"><title>${url.slice(1)}</title><main><h1>${url.slice(1)}</h1>${parts.join('')}</main></html>`;
}
