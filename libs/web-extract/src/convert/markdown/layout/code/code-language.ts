import type { AnyNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** Class names that contain the language, the most reliable first. */
const CLASS_PATTERNS = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/i, // GitHub
  /(?:^|\s)brush:\s*([\w+#.-]+)/i, // SyntaxHighlighter
  /(?:^|\s)(?:sourceCode\s+|src-)([\w+#.-]+)/, // Pandoc, Org mode
  /(?:^|\s)hljs\s+([\w+#.-]+)/i,
  /(?:^|\s)([\w+#.-]+)\s+hljs(?:\s|$)/i,
  /(?:^|\s)highlight-([\w+#.-]+)/i, // Sphinx
];
/** Class name written by CommonMark renderers, with any language. */
const SOLE_LANGUAGE_CLASS = /^language-([^\s`]+)$/;
/** Highlighters put their own name into that of the attribute: `data-enlighter-language`. */
const ATTRIBUTE = /^data-(?:[a-z]+-)*(?:lang|language|syntax)$/;
/** Settings in one attribute of any name. */
const BRUSH = /(?:^|[;\s])brush:\s*([\w+#.-]+)/i;
/** Levels between the code and the element with its language, such as a table of lines. */
const ANCESTORS = 5;

/** Says nothing about a language, or is a word of the highlighter's own. */
const NO_LANGUAGE =
  /^(?:|text|txt|plain|plaintext|none|no-?highlight|nohighlight|default|undefined|null|auto|raw|unknown|code|source|src|block|copy|wrapper|container|line|lines|line-?numbers?|linenums(?::\d+)?|dark|light|theme|box|snippet|notranslate|python3?-repl|hljs|prettyprint(?:ed)?|highlight(?:ed|er)?(?:-rouge)?|rouge|table|inline|ipython3-output|wrap|scroll(?:able)?|enlighter|toolbar|pre|shiki|astro|numberSource|content|body|header)$/i;

/** Language names as class names spell them, under the name that renderers know. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    default: '',
    ipython: 'python',
    ipython3: 'python',
    python3: 'python',
    pycon3: 'pycon',
    'c++': 'cpp',
  }),
);

/** The language of a code block as its page names it, or an empty string. */
export function codeLanguage(pre: PageElement): string {
  for (const element of candidates(pre)) {
    const language = languageOf(element);
    if (language) return language;
  }
  return '';
}

/** Languages by element: an element with many attributes may be around countless blocks. */
const languages = new WeakMap<PageElement, string>();

function languageOf(element: PageElement): string {
  const known = languages.get(element);
  if (known !== undefined) return known;
  const language = statedBy(element);
  languages.set(element, language);
  return language;
}

/** Yields the code element inside, the block itself, then its wrappers. */
function candidates(pre: PageElement): PageElement[] {
  const found = [...innerBlocks(pre), pre];
  let up = pre.parent as PageElement | null;
  for (let step = 0; up && isElement(up) && step < ANCESTORS; step++, up = up.parent as PageElement | null)
    found.push(up);
  return found;
}

/** The `code` inside, also within a `pre` of its own; the innermost first. */
function innerBlocks(pre: PageElement): PageElement[] {
  const found: PageElement[] = [];
  for (let at: PageElement | undefined = pre; found.length < ANCESTORS;) {
    at = at.children.find(
      (child): child is PageElement =>
        isElement(child as AnyNode) && /^(?:code|pre)$/.test((child as PageElement).name),
    );
    if (!at) break;
    found.unshift(at);
  }
  return found;
}

function statedBy({ name, attribs }: PageElement): string {
  const sole = SOLE_LANGUAGE_CLASS.exec(attribs['class'] ?? '');
  if (sole && !NO_LANGUAGE.test(sole[1]!)) return ALIASES.get(sole[1]!) ?? sole[1]!;
  for (const [attribute, value] of Object.entries(attribs)) {
    if (!attribute.startsWith('data-')) continue;
    const language = accepted(ATTRIBUTE.test(attribute) ? value : BRUSH.exec(value)?.[1]);
    if (language) return language;
  }
  // On code, `lang` names a programming language more often than a human one.
  const lang = attribs['lang'];
  if ((name === 'pre' || name === 'code') && lang && !/^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(lang))
    return accepted(lang);
  const className = attribs['class'];
  return className ? fromClass(className, name) : '';
}

function fromClass(className: string, element: string): string {
  for (const pattern of CLASS_PATTERNS) {
    const language = accepted(pattern.exec(className)?.[1]);
    if (language) return language;
  }
  const namesCode =
    element === 'pre' || element === 'code' || /(?:^|\s)(?:highlight|code|source)(?:\s|$)/.test(className);
  return namesCode ? bareName(className) : '';
}

/** Some write nothing but the language: `<pre class="python">`, `<figure class="highlight sh">`. */
function bareName(className: string): string {
  const words = className.trim().split(/\s+/);
  const known = words.find((word) => KNOWN_LANGUAGES.has(word.toLowerCase()));
  return known ? accepted(known) : '';
}

function accepted(word: string | undefined): string {
  const language =
    word
      ?.trim()
      .toLowerCase()
      .replace(/[;,.]+$/, '') ?? '';
  if (NO_LANGUAGE.test(language) || !/^[\w+#.-]{1,30}$/.test(language)) return '';
  return ALIASES.get(language) ?? language;
}

const KNOWN_LANGUAGES = new Set(
  (
    'bash sh shell zsh console powershell bat c cpp c++ csharp c# cs java javascript js jsx typescript ts tsx python py ' +
    'ruby rb go golang rust rs swift kotlin scala haskell perl php lua r matlab julia dart elixir erlang clojure lisp ' +
    'scheme ocaml fsharp html xml css scss sass less json yaml yml toml ini sql graphql dockerfile makefile cmake nginx ' +
    'diff patch markdown md latex tex vim groovy objectivec objective-c assembly asm wasm solidity zig nim crystal http ' +
    'protobuf hcl terraform awk sed tcl fortran pascal delphi vb vbnet prolog verilog vhdl abap apex coffeescript'
  ).split(' '),
);
