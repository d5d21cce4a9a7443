/** A form of a page. */
export interface HtmlForm {
  readonly id: string;
  readonly name: string;
  /** As written; '' for the URL of the page. */
  readonly action: string;
  readonly method: 'get' | 'post';
  /** Fields with the values that a browser would send, in order; buttons are apart. */
  readonly fields: readonly FormField[];
  /** The first button that submits. */
  readonly button: (FormField & { readonly action: string | null }) | null;
}

export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly type: string;
}

/** The forms of a page, and what their requests need. */
export interface PageForms {
  readonly forms: readonly HtmlForm[];
  /** `<base href>`; null without one. */
  readonly base: string | null;
  /** `<meta name=csrf-token>`; null without one. */
  readonly csrfToken: string | null;
}

/** Longer pages are read up to here. */
const MAX_CHARS = 2 * 1024 * 1024;
const MAX_FIELDS = 500;
/** Elements whose content is text. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'template', 'iframe', 'xmp']);

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isEnd: boolean;
}

/** Reads the forms of a page in one pass, without building a tree; time is linear for any input. */
export function readForms(html: string): PageForms {
  const reader = new FormReader();
  for (const tag of tagsOf(html.slice(0, MAX_CHARS))) reader.take(tag);
  return reader.result();
}

type OpenForm = { -readonly [Field in keyof HtmlForm]: HtmlForm[Field] } & { fields: FormField[] };

class FormReader {
  private readonly forms: OpenForm[] = [];
  private open: OpenForm | null = null;
  private base: string | null = null;
  private csrfToken: string | null = null;

  result(): PageForms {
    return { forms: this.forms, base: this.base, csrfToken: this.csrfToken };
  }

  take({ name, attributes, isEnd }: Tag): void {
    if (name === 'form') this.open = isEnd ? null : this.begin(attributes);
    else if (isEnd) return;
    else if (name === 'base') this.base ??= attributes['href'] ?? null;
    else if (name === 'meta') this.takeMeta(attributes);
    else if (name === 'input' || name === 'button' || name === 'textarea' || name === 'select')
      this.takeField(name, attributes);
  }

  private begin({ id = '', name = '', action = '', method = 'get' }: Tag['attributes']): OpenForm {
    const isPost = method.toLowerCase() === 'post';
    const form: OpenForm = { id, name, action, method: isPost ? 'post' : 'get', fields: [], button: null };
    this.forms.push(form);
    return form;
  }

  private takeMeta({ name = '', content }: Tag['attributes']): void {
    if (/^(?:csrf-token|_csrf|csrf_token)$/i.test(name)) this.csrfToken ??= content ?? null;
  }

  private takeField(element: string, attributes: Tag['attributes']): void {
    const owner = attributes['form'];
    const form = owner === undefined ? this.open : this.forms.find(({ id }) => id === owner);
    if (!form || form.fields.length >= MAX_FIELDS || 'disabled' in attributes) return;
    const { name = '', value = '' } = attributes;
    const type = (attributes['type'] ?? (element === 'button' ? 'submit' : 'text')).toLowerCase();
    if (type === 'submit' || type === 'image') {
      form.button ??= { name, value, type, action: attributes['formaction'] ?? null };
      return;
    }
    if (type === 'button' || type === 'reset' || type === 'file' || name === '') return;
    const isChoice = type === 'checkbox' || type === 'radio';
    if (isChoice && !('checked' in attributes)) return;
    form.fields.push({ name, value: isChoice && value === '' ? 'on' : value, type });
  }
}

function* tagsOf(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const isEnd = html[at + 1] === '/';
    const start = at + (isEnd ? 2 : 1);
    const nameEnd = wordEnd(html, start);
    if (nameEnd === start) {
      at++;
      continue;
    }
    const name = html.slice(start, nameEnd).toLowerCase();
    const { attributes, end } = attributesOf(html, nameEnd);
    yield { name, attributes, isEnd };
    at = end;
    if (isEnd || !RAW.has(name)) continue;
    at = closeOf(html, name, end);
    if (at < 0) return;
  }
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45;

function wordEnd(html: string, from: number): number {
  let at = from;
  while (at < html.length && isWord(html.charCodeAt(at))) at++;
  return at;
}

/** Position of the end tag of an element with text; each candidate is looked at once. */
function closeOf(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2))
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  return -1;
}

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char);

function attributesOf(html: string, from: number): { attributes: Record<string, string>; end: number } {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = from;
  while (at < html.length && html[at] !== '>') {
    if (isSpace(html[at]) || html[at] === '/') {
      at++;
      continue;
    }
    const start = at;
    while (at < html.length && !isSpace(html[at]) && !'=>/'.includes(html[at]!)) at++;
    if (at === start) at++; // a stray equals sign
    const name = html.slice(start, at).toLowerCase();
    while (isSpace(html[at])) at++;
    let value = '';
    if (html[at] === '=') {
      at++;
      while (isSpace(html[at])) at++;
      const quote = html[at];
      const begin = quote === '"' || quote === "'" ? at + 1 : at;
      let end = begin === at ? begin : html.indexOf(quote!, begin);
      if (begin === at) while (end < html.length && !isSpace(html[end]) && html[end] !== '>') end++;
      if (end < 0) end = html.length;
      value = decodeReferences(html.slice(begin, end));
      at = begin === at ? end : end + 1;
    }
    attributes[name] ??= value;
  }
  return { attributes, end: Math.min(html.length, at + 1) };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
};

/** Decodes the character references that values of forms have. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex: string, decimal: string, name: string) => {
      if (name) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex ? parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
