import type { TreeWriter } from './tree-writer.js';
import type { NoteList } from './note-list.js';
import { PLAIN, type Run, type RunStyle } from './run.js';

/** Writes the runs of a paragraph with as few elements as possible. */
export function writeRuns(runs: readonly Run[], tree: TreeWriter, notes: NoteList): void {
  const writer = new RunWriter(tree);
  for (const run of runs) {
    switch (run.kind) {
      case 'text':
        writer.text(run.text, run.style);
        break;
      case 'break':
        tree.element('br');
        break;
      case 'picture':
        writer.open(PLAIN);
        tree.picture(run.description);
        break;
      case 'formula':
        writer.open(PLAIN);
        tree.element('math', run.tex, run.isBlock ? { display: 'block' } : {});
        break;
      case 'box':
        writer.text(run.isChecked ? '☒' : '☐', PLAIN);
        break;
      case 'note':
        writer.open(PLAIN);
        notes.writeMark(run.note, tree);
    }
  }
  writer.open(PLAIN);
}

interface Tag {
  readonly name: string;
  readonly href?: string;
}

/** Keeps elements open as long as the next run needs them. */
class RunWriter {
  private readonly tags: Tag[] = [];

  constructor(private readonly tree: TreeWriter) {}

  text(text: string, style: RunStyle): void {
    // a blank between two emphasised words looks the same with any style
    if (text.trim() !== '' || style.href || style.code) this.open(style);
    this.tree.text(text);
  }

  open(style: RunStyle): void {
    const nextTags = tagsOf(style);
    let same = 0;
    while (same < this.tags.length && isSame(this.tags[same]!, nextTags[same])) same++;
    while (this.tags.length > same) {
      this.tags.pop();
      this.tree.end();
    }
    for (const tag of nextTags.slice(same)) {
      this.tags.push(tag);
      this.tree.start(tag.name, tag.href === undefined ? {} : { href: tag.href });
    }
  }
}

function tagsOf({ href, bold, italic, strike, raised, code }: RunStyle): Tag[] {
  const tags: Tag[] = [];
  if (href) tags.push({ name: 'a', href });
  if (bold) tags.push({ name: 'strong' });
  if (italic) tags.push({ name: 'em' });
  if (strike) tags.push({ name: 'del' });
  if (raised) tags.push({ name: raised });
  if (code) tags.push({ name: 'code' });
  return tags;
}

function isSame(tag: Tag, other: Tag | undefined): boolean {
  return tag.name === other?.name && tag.href === other.href;
}
