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
  if ((name === 'pre' || name === 'code') && lang && namesCode(lang)) return accepted(lang);
  const className = attribs['class'];
  return className ? fromClass(className, name) : '';
}

/** Two letters are the code of a human language, but those of no or hardly any written one. */
function namesCode(lang: string): boolean {
  return (
    !/^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(lang) || /^(?:js|ts|py|rb|go|rs|sh|md|vb|hs|kt|fs|jl|ex)$/i.test(lang)
  );
}

function fromClass(className: string, element: string): string {
  for (const pattern of CLASS_PATTERNS) {
    const language = accepted(pattern.exec(className)?.[1]);
    if (language) return language;
  }
  const isCode =
    element === 'pre' || element === 'code' || /(?:^|\s)(?:highlight|code|source)(?:\s|$)/.test(className);
  return isCode ? bareName(className) : '';
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

/** Names that highlighters know, without those that are common words of class names. */
const KNOWN_LANGUAGES = new Set(
  (
    'bash sh shell zsh fish console powershell ps1 bat batch c cpp c++ csharp c# cs java javascript js jsx typescript ts tsx ' +
    'python py ruby rb go golang rust rs swift kotlin kt scala haskell hs perl php lua r matlab octave julia jl dart elixir ' +
    'erlang clojure clj lisp elisp emacs-lisp common-lisp scheme racket ocaml reasonml fsharp f# html xhtml xml svg css scss ' +
    'sass less stylus json json5 jsonc yaml yml toml ini properties dotenv sql pgsql psql postgresql plpgsql plsql tsql mysql ' +
    'sqlite mssql hql cql cypher sparql graphql gql dockerfile docker makefile cmake gradle maven nginx apache apacheconf diff ' +
    'patch markdown md mdx latex tex bibtex asciidoc rst vim groovy objectivec objective-c objc assembly asm nasm x86asm ' +
    'armasm wasm wat solidity zig nim crystal http protobuf proto hcl terraform awk sed tcl fortran f90 pascal delphi ' +
    'objectpascal vb vbnet vb.net vba vbscript prolog verilog systemverilog vhdl abap apex coffeescript livescript elm ' +
    'purescript haxe ada cobol d gdscript glsl hlsl wgsl cuda opencl qml razor cshtml aspnet jsp erb haml pug jade handlebars ' +
    'mustache jinja jinja2 django twig liquid svelte vue astro puppet ansible nix bicep jsonnet rego smalltalk sas stata spss ' +
    'mathematica wolfram maple scilab gnuplot mermaid plantuml graphviz dot autohotkey autoit applescript actionscript as3 ' +
    'arduino processing avrasm llvm mips lean coq agda idris regex ebnf bnf antlr thrift capnp 1c bsl brainfuck logo'
  ).split(' '),
);
