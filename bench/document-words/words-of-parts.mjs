// Words of the raw parts of a file, by kind. What a printed page does not show, or what readers leave out by contract, is not counted:
// deleted and hidden text, headers and footers, comments, instructions of fields, alternatives of drawings, lists of chapters and figures.
import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { parseDocument } from 'htmlparser2';
import { wordsOf } from './words.mjs';

const PARTS = { docx, pptx, xlsx, odt: openDocument, odp: openDocument, ods: openDocument, epub, pdf };

export function wordsOfParts(kind, path, bytes) {
  return wordsOf(PARTS[kind](bytes, path).join('\n'));
}

function pdf(_, path) {
  const { stdout } = spawnSync('pdftotext', ['-q', '-enc', 'UTF-8', path, '-'], {
    maxBuffer: 1e9,
    timeout: 60_000,
  });
  // a hyphen at the end of a line belongs to the layout
  return [stdout.toString('utf8').replace(/(\p{L})[-\u00ad\u2010]\r?\n(?=\p{Ll})/gu, '$1')];
}

function docx(bytes) {
  const parts = partsOf(bytes, /^(?:\/?)(?:word|docProps|xl)?.*\.xml(?:\.rels)?$/i);
  const texts = [];
  for (const [name, text] of parts) {
    if (/word\/(?:document\d*|footnotes|endnotes)\.xml$/i.test(name))
      texts.push(...paragraphs(text, WORD_RULES));
    if (isDrawnPart(name)) texts.push(...paragraphs(text, DRAWN_RULES));
  }
  return texts;
}

function pptx(bytes) {
  const parts = partsOf(bytes, /\.xml(?:\.rels)?$/i);
  const texts = [];
  for (const [name, text] of parts) {
    if (/(?:^|\/)(?:slides|notesSlides)\/[^/]+\.xml$/i.test(name)) {
      if (/<p:sld\b[^>]*\bshow="(?:0|false)"/.test(text)) continue;
      texts.push(...paragraphs(text, SLIDE_RULES));
    }
    if (isDrawnPart(name)) texts.push(...paragraphs(text, DRAWN_RULES));
  }
  return texts;
}

/** The texts of visible cells; numbers depend on their formats. */
function xlsx(bytes) {
  const parts = new Map(partsOf(bytes, /\.xml(?:\.rels)?$/i));
  const shared = [...parts].find(([name]) => /xl\/sharedStrings\.xml$/i.test(name))?.[1] ?? '';
  const strings = elementsOf(parse(shared), 'si').map((item) => textsOf(item, 't', 'rph'));
  const texts = [];
  for (const [name, text] of parts) {
    if (isDrawnPart(name)) texts.push(...paragraphs(text, DRAWN_RULES));
    if (!/xl\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    for (const cell of elementsOf(parse(text), 'c')) {
      const value = elementsOf(cell, 'v')[0];
      if (cell.attribs.t === 's' && textsOf(value ?? cell).trim() !== '')
        texts.push(strings[Number(textsOf(value))] ?? '');
      if (cell.attribs.t === 'inlineStr') texts.push(textsOf(cell, 't', 'rph'));
      if (cell.attribs.t === 'str' && value) texts.push(textsOf(value));
    }
  }
  return texts;
}

function openDocument(bytes) {
  const flat = bytes[0] !== 0x50;
  const parts = flat ? [['content.xml', decode(bytes)]] : partsOf(bytes, /(?:^|\/)content\.xml$/i);
  return parts.flatMap(([, text]) => {
    const root = parse(text);
    const bodies = elementsOf(root, 'office:body');
    return (bodies.length > 0 ? bodies : [root]).flatMap((body) => paragraphsOf(body, ODF_RULES));
  });
}

function epub(bytes) {
  const parts = new Map(partsOf(bytes, /./));
  const container = parse(parts.get('META-INF/container.xml') ?? '');
  const packagePath = elementsOf(container, 'rootfile')[0]?.attribs['full-path'] ?? '';
  const root = parse(parts.get(packagePath) ?? '');
  const items = new Map(elementsOf(root, 'item').map((item) => [item.attribs.id, item.attribs]));
  const texts = [];
  const read = new Set();
  for (const { attribs } of elementsOf(root, 'itemref')) {
    let item = items.get(attribs.idref);
    while (item && !/xhtml|html|svg|oeb|^application\/xml/.test(item['media-type']))
      item = items.get(item.fallback);
    if (!item || /\bnav\b/.test(item.properties ?? '')) continue;
    const path = posix.join(posix.dirname(packagePath), decodeURIComponent(item.href));
    if (read.has(path)) continue; // a page that the spine names again is read once
    read.add(path);
    const page = parse(parts.get(path) ?? '');
    const bodies = elementsOf(page, 'body');
    texts.push(...(bodies.length > 0 ? bodies : [page]).flatMap((body) => paragraphsOf(body, PAGE_RULES)));
  }
  return texts;
}

/** Charts and diagrams, without the copies of workbooks and the drawings made from diagrams. */
function isDrawnPart(name) {
  return /(?:charts\/chart|charts\/chartEx|diagrams\/data)\d*\.xml$/i.test(name);
}

/**
 * How the text of an element is put together. `texts`: elements whose text counts (null: all of it), `skipped`: elements left out,
 * `joined`: elements that do not separate words, all others do.
 */
const WORD_RULES = {
  texts: new Set(['w:t', 'm:t', 'a:t']),
  isSkipped: (element) =>
    [
      'w:del',
      'w:movefrom',
      'w:deltext',
      'w:instrtext',
      'w:rpr',
      'w:ppr',
      'w:sdtpr',
      'mc:fallback',
      'm:rpr',
      'm:ctrlpr',
      'a:rpr',
      'w:rt',
    ].includes(element.name) ||
    (element.name === 'w:r' && isOn(elementsOf(element, 'w:rpr')[0], 'w:vanish')) ||
    (element.name === 'w:tr' &&
      elementsOf(elementsOf(element, 'w:trpr')[0] ?? element, 'w:del').length > 0 &&
      hasChild(element, 'w:trpr')),
  joined: new Set([
    'w:r',
    'w:t',
    'w:hyperlink',
    'w:ins',
    'w:moveto',
    'w:smarttag',
    'w:sdt',
    'w:sdtcontent',
    'w:fldsimple',
    'w:prooferr',
    'w:bookmarkstart',
    'w:bookmarkend',
    'w:lastrenderedpagebreak',
    'w:softhyphen',
    'w:fldchar',
    'w:commentrangestart',
    'w:commentrangeend',
    'w:customxml',
    'w:dir',
    'w:bdo',
    'w:permstart',
    'w:permend',
  ]),
};
const DRAWN_RULES = {
  texts: new Set(['c:v', 'a:t', 'cx:pt']),
  // formats of numbers; values are cells as the program displays them
  isSkipped: (element) =>
    // each series repeats the categories
    (element.name === 'c:cat' && element.parent.prev !== null && hasBefore(element.parent, 'c:ser')) ||
    [
      'c:numref',
      'c:numlit',
      'c:numcache',
      'c:externaldata',
      'c:f',
      'mc:fallback',
      'cx:numdim',
      'a:rpr',
      'a:ppr',
      'a:endpararpr',
    ].includes(element.name),
  joined: new Set(['a:r', 'a:t']),
};
const SLIDE_RULES = {
  texts: new Set(['a:t', 'm:t']),
  isSkipped: (element) =>
    (element.name === 'a:fld' && element.attribs.type === 'slidenum') ||
    ['mc:fallback', 'a:rpr', 'a:endpararpr', 'm:rpr', 'm:ctrlpr', 'a:ppr'].includes(element.name) ||
    (element.name === 'p:sp' &&
      elementsOf(element, 'p:ph').some(({ attribs }) =>
        ['dt', 'ftr', 'sldnum', 'sldNum', 'hdr', 'sldImg'].includes(attribs.type),
      )) ||
    (['p:sp', 'p:grpsp', 'p:graphicframe'].includes(element.name) &&
      ['1', 'true'].includes(elementsOf(element, 'p:cnvpr')[0]?.attribs.hidden)),
  joined: new Set(['a:r', 'a:t', 'a:fld']),
};
const ODF_RULES = {
  texts: null,
  isSkipped: (element) =>
    [
      'text:tracked-changes',
      'office:annotation',
      'office:forms',
      'text:note-citation',
      'office:scripts',
      'presentation:footer-decl',
      'presentation:date-time-decl',
      'presentation:header-decl',
      'text:variable-decls',
      'text:user-field-decls',
      'text:sequence-decls',
      'svg:title',
      'svg:desc',
      'annotation',
      'math:annotation',
      'office:event-listeners',
      'office:binary-data',
      'table:tracked-changes',
      'table:dde-links',
      'text:ruby-text',
      'text:hidden-text',
      'text:hidden-paragraph',
      'text:illustration-index',
      'text:bibliography-source',
      'text:table-of-content',
      'text:alphabetical-index-source',
      'text:user-index-source',
      'text:table-index',
      'text:object-index-source',
      'meta:generator',
      'office:meta',
      'config:config-item',
      'loext:p',
    ].includes(element.name),
  joined: {
    has: (name) =>
      /^(?:text|office|presentation):/.test(name) &&
      !/^text:(?:p|h|s|tab|line-break|list.*|note.*|section|index.*)$/.test(name),
  },
};
const PAGE_RULES = {
  texts: null,
  isSkipped: (element) =>
    // replacements of media, other notations of a formula, descriptions of drawings
    [
      'script',
      'style',
      'head',
      'template',
      'rt',
      'rp',
      'annotation',
      'annotation-xml',
      'metadata',
      'audio',
      'video',
      'canvas',
      'noscript',
      'title',
      'desc',
    ].includes(element.name) ||
    element.attribs.hidden !== undefined ||
    /display:\s*none/.test(element.attribs.style ?? '') ||
    element.name === 'epub:case',
  joined: new Set([
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'big',
    'cite',
    'code',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'ins',
    'kbd',
    'mark',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'tt',
    'u',
    'var',
    'wbr',
    'tspan',
    'ruby',
    'rb',
  ]),
};

function paragraphs(xml, rules) {
  return paragraphsOf(parse(xml), rules);
}

function paragraphsOf(root, { texts, isSkipped, joined }) {
  const parts = [];
  const walk = (node, counts) => {
    if (node.type === 'text' || node.type === 'cdata') {
      if (node.type === 'cdata') for (const child of node.children) parts.push(child.data);
      else if (counts) parts.push(node.data);
      return;
    }
    if (!node.children || (node.type === 'tag' && isSkipped(node))) return;
    const isApart = node.type === 'tag' && !joined.has(node.name);
    if (isApart) parts.push(' ');
    for (const child of node.children)
      walk(child, texts === null || texts.has(node.name) || (counts && texts === null));
    if (isApart) parts.push(' ');
  };
  walk(root, texts === null);
  return [parts.join('')];
}

function isOn(properties, name) {
  const found = properties && elementsOf(properties, name)[0];
  return found !== undefined && !['0', 'false', 'off'].includes(found.attribs['w:val']);
}

function hasBefore(element, name) {
  for (let other = element.prev; other !== null; other = other.prev) if (other.name === name) return true;
  return false;
}

function hasChild(element, name) {
  return element.children.some((child) => child.name === name);
}

function textsOf(element, name = null, except = null) {
  const found = [];
  const walk = (node, counts) => {
    if (node.type === 'text' && counts) found.push(node.data);
    if (node.name === except && except !== null) return;
    for (const child of node.children ?? []) walk(child, counts || node.name === name || child.name === name);
  };
  walk(element, name === null);
  return found.join('');
}

function elementsOf(root, name) {
  const found = [];
  const walk = (node) => {
    for (const child of node.children ?? []) {
      if (child.name === name || child.name?.endsWith(`:${name}`)) found.push(child);
      walk(child);
    }
  };
  walk(root);
  return found;
}

function parse(text) {
  return parseDocument(text, { xmlMode: true, lowerCaseTags: true, decodeEntities: true });
}

function partsOf(bytes, pattern) {
  const parts = unzipSync(new Uint8Array(bytes), { filter: ({ name }) => pattern.test(name) });
  return Object.entries(parts).map(([name, part]) => [name, decode(part)]);
}

function decode(bytes) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
