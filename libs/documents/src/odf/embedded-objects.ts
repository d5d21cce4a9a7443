import type { XmlElement } from '../containers/xml/xml-element.js';
import type { OdfPackage } from './odf-package.js';

/** The charts, formulas, tables and texts that are embedded in a document. */
export class EmbeddedObjects {
  private readonly contents = new WeakMap<XmlElement, XmlElement | null>();

  constructor(private readonly files: OdfPackage) {}

  /** Content of the object in a frame: a formula (`math:math`) or an element such as `office:chart`; null if there is none. */
  contentOf(frame: XmlElement): XmlElement | null {
    const object = frame.child('draw:object');
    if (!object) return null;
    const known = this.contents.get(object);
    if (known !== undefined) return known;
    const content = this.read(object);
    this.contents.set(object, content);
    return content;
  }

  /** The formula in a frame. */
  formulaOf(frame: XmlElement): XmlElement | null {
    const content = this.contentOf(frame);
    return content?.name === 'math:math' ? content : null;
  }

  private read(object: XmlElement): XmlElement | null {
    const root = object.elements.find(isRoot) ?? this.linked(object.attr('xlink:href') ?? '');
    if (!root) return null;
    return root.name === 'math:math' ? root : (root.child('office:body')?.elements[0] ?? null);
  }

  /** An object in a folder of the package. */
  private linked(href: string): XmlElement | null {
    const folder = href.replace(/^\.?\//, '').replace(/\/$/, '');
    return folder === '' || /^[a-z]+:/i.test(folder) ? null : this.files.part(`${folder}/content.xml`);
  }
}

function isRoot({ name }: XmlElement): boolean {
  return name === 'math:math' || name === 'office:document';
}
