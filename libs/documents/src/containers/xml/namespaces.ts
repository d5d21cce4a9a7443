/** Canonical prefixes by namespace, independent of the prefixes declared in a file. */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 'x',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 'x',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  'http://schemas.microsoft.com/office/drawing/2008/diagram': 'dsp',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'ct',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:excel': 'xls',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.idpf.org/2007/opf': 'opf',
  'http://openebook.org/namespaces/oeb-package/1.0/': 'opf',
  'urn:oasis:names:tc:opendocument:xmlns:container': 'ocf',
  'http://www.w3.org/2001/04/xmlenc#': 'enc',
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0': 'number',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.w3.org/2000/svg': 'svg',
};

/** OpenDocument namespaces end with their conventional prefix. */
const OPEN_DOCUMENT = /^urn:oasis:names:tc:opendocument:xmlns:(\w+):1\.0$/;

/** Canonical prefix of a namespace. Unknown namespaces get `?` and the declared prefix, which matches no reader. */
function prefixOf(namespace: string, declared: string): string {
  return PREFIXES[namespace] ?? OPEN_DOCUMENT.exec(namespace)?.[1] ?? `?${declared}`;
}

/** Namespace declarations in scope at one position of a file; resolves written names to canonical ones. */
export class NamespaceScope {
  private readonly elementNames = new Map<string, string>();
  private readonly attributeNames = new Map<string, string>();

  private constructor(private readonly prefixes: ReadonlyMap<string, string>) {}

  static readonly none = () => new NamespaceScope(new Map());

  /** Returns this scope, or a child scope if the attributes declare namespaces. */
  within(attribs: Readonly<Record<string, string>>): NamespaceScope {
    let declared: Map<string, string> | null = null;
    for (const name in attribs) {
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      const prefix = name.slice(6);
      declared ??= new Map(this.prefixes);
      declared.set(prefix, prefixOf(attribs[name]!, prefix));
    }
    return declared ? new NamespaceScope(declared) : this;
  }

  element(written: string): string {
    return remembered(this.elementNames, written, () => {
      const at = written.indexOf(':');
      const prefix = at < 0 ? '' : written.slice(0, at);
      const known = this.prefixes.get(prefix) ?? prefix;
      return known === '' ? written : `${known}:${written.slice(at + 1)}`;
    });
  }

  /** Attributes without a prefix have no namespace. */
  attribute(written: string): string {
    return remembered(this.attributeNames, written, () => {
      const at = written.indexOf(':');
      if (at < 0) return written;
      const prefix = written.slice(0, at);
      return `${this.prefixes.get(prefix) ?? prefix}:${written.slice(at + 1)}`;
    });
  }
}

/** Maximum number of cached names per file; hostile files have any number of distinct names. */
const MAX_NAMES = 5_000;

function remembered(names: Map<string, string>, written: string, make: () => string): string {
  const known = names.get(written);
  if (known !== undefined) return known;
  const made = make();
  if (names.size < MAX_NAMES) names.set(written, made);
  return made;
}
