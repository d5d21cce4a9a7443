import type { DocumentReader } from '../../document-reader.js';
import { BlockWriter } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { OfficePackage } from '../../containers/ooxml/office-package.js';
import { ONLY_MARGINS } from '../../warnings.js';
import { warnOfHiddenSlides } from '../hidden-slides.js';
import { showsMaster, SlideBase } from './placeholders.js';
import { SlideWriter } from './slide-writer.js';

/** Reads an Office Open XML presentation: all visible slides in order. */
export const readPptx: DocumentReader = (bytes, reading) => {
  const files = new OfficePackage(bytes, reading);
  const main = files.mainPart('ppt/presentation.xml');
  files.readFacts(reading.facts);
  const all = slideParts(files, main).flatMap((part) => slideOf(files, part) ?? []);
  const slides = reading.settings.hidden ? all : all.filter(({ isHidden }) => !isHidden);
  warnOfHiddenSlides(reading, all.length - slides.length);
  reading.facts.numPages = slides.length;
  const blocks = new BlockWriter(reading.tree, new NoteList());
  const bases = new Map<string | null, SlideBase>();
  const written = new Set<string>();
  slides.forEach(({ part, root }, at) => {
    reading.beginPage(at + 1);
    const base = SlideBase.of(files, part, bases);
    const writer = new SlideWriter(files, part, base, blocks, reading);
    writer.slide(root, at === 0);
    for (const background of showsMaster(root) ? base.backgrounds : []) {
      if (written.has(background.part)) continue;
      written.add(background.part);
      new SlideWriter(files, background.part, base, blocks, reading).background(background.root);
    }
    if (reading.settings.speakerNotes) writer.speakerNotes();
    blocks.break();
  });
  blocks.finish();
  if (!reading.tree.isEmpty) return;
  for (const { part, root } of slides)
    new SlideWriter(files, part, SlideBase.of(files, part, bases), blocks, reading).margins(root);
  blocks.finish();
  if (!reading.tree.isEmpty) reading.warn(ONLY_MARGINS);
};

interface Slide {
  readonly part: string;
  readonly root: XmlElement;
  readonly isHidden: boolean;
}

function slideParts(files: OfficePackage, main: string): string[] {
  const relations = files.relationsOf(main);
  const list = files.tree(main)?.child('p:sldIdLst')?.all('p:sldId') ?? [];
  return list.flatMap((entry) => {
    const relation = relations.get(entry.attr('r:id') ?? '');
    return relation && !relation.isExternal ? [relation.target] : [];
  });
}

function slideOf(files: OfficePackage, part: string): Slide | null {
  const root = files.tree(part);
  return root && { part, root, isHidden: /^(?:0|false)$/.test(root.attr('show') ?? '') };
}
