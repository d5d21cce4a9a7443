// What the least useful program does with a page: its texts and links in one pass.
import { Parser } from 'htmlparser2';

const BREAKS = new Set('p h1 h2 h3 li tr div section table ul'.split(' '));
const DROPPED = new Set('script style nav header footer aside head'.split(' '));

/** @returns text with line breaks, and absolute links */
export function readPage(html, url) {
  const links = [];
  let [text, dropped] = ['', 0];
  const parser = new Parser({
    onopentag(name, { href }) {
      if (DROPPED.has(name)) dropped++;
      if (name === 'a' && href !== undefined && URL.canParse(href, url)) links.push(new URL(href, url).href);
      if (name === 'h1' || name === 'h2') text += '\n\n# ';
      else if (name === 'li') text += '\n- ';
    },
    ontext(data) {
      if (dropped === 0) text += data;
    },
    onclosetag(name) {
      if (DROPPED.has(name)) dropped--;
      if (BREAKS.has(name)) text += '\n';
    },
  });
  parser.write(html);
  parser.end();
  return { text: text.trim(), links };
}
