/** A page of a small generated documentation site: unique text in a shared layout. */
export interface SitePage {
  readonly url: string;
  readonly html: string;
}

const SENTENCES = [
  'The reader takes an address and gives back the text that people came for, without what stands around it.',
  'A task is leased by one worker at a time, and whoever loses the lease stores nothing.',
  'Every option has a unit, a default and a least value, which the table at the end lists.',
  'When the disk is full, pages wait until there is room again, and none of them is fetched twice.',
  'Addresses that differ in their query only are one page where the site says so.',
];

/** Returns unique text with this number of sentences. */
function text(page: number, sentences: number): string {
  const lines = Array.from({ length: sentences }, (_, at) => {
    return `${SENTENCES[(page + at) % SENTENCES.length]} That is rule ${page}.${at}.`;
  });
  return `<p>${lines.join(' ')}</p>`;
}

const MENU = Array.from({ length: 12 }, (_, at) => `<li><a href="/guide/${at}">Chapter ${at}</a></li>`).join(
  '',
);

function frame(title: string, content: string): string {
  return `<!doctype html><html><head><title>${title} - Reader</title></head><body>
<header class="top"><a href="/">Reader</a><form role="search"><input name="q"></form></header>
<div class="wrapper"><div class="side"><ul>${MENU}</ul></div>
<div class="document"><div class="body">${content}</div><div class="pager"><a href="/guide/1">Next chapter</a></div></div></div>
<footer class="bottom"><p>Copyright Reader. <a href="/imprint">Imprint</a></p></footer></body></html>`;
}

/** Returns a chapter with sections, code and a list. */
function chapter(page: number): string {
  const sections = Array.from({ length: 4 }, (_, at) => {
    const code = `<pre><code class="language-js">reader.read(${page}, ${at});</code></pre>`;
    return `<h2>Section ${at}</h2>${text(page + at, 3)}${code}<ul><li>${text(page, 1)}</li><li>${text(at, 1)}</li></ul>`;
  });
  return frame(`Chapter ${page}`, `<h1>Chapter ${page}</h1>${text(page, 4)}${sections.join('')}`);
}

/** Returns a page with almost no text in the same layout: analysed individually, most of it is doubtful. */
function stub(page: number): string {
  const links = Array.from({ length: 6 }, (_, at) => `<li><a href="#${at}">read${page}${at}()</a></li>`);
  return frame(`Index ${page}`, `<h1>Index ${page}</h1><p>See also:</p><ul>${links.join('')}</ul>`);
}

/** @param stubs number of pages with almost no text */
export function kindSite(chapters: number, stubs = 0): SitePage[] {
  return Array.from({ length: chapters + stubs }, (_, page) => ({
    url: `https://reader.example/guide/${page}`,
    html: page < chapters ? chapter(page) : stub(page),
  }));
}
