import type { NodePlacer } from './node-placer.js';
import { Trait, traitsOf } from './tag-traits.js';

const FOREIGN = new Set(['svg', 'math']);
const INTEGRATION_POINTS = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
]);

/** Tracks svg and math elements, whose content has parsing rules of its own. */
export class ForeignContent {
  /** Number of open svg and math elements. */
  private depth = 0;

  constructor(private readonly placer: NodePlacer) {}

  get isOpen(): boolean {
    return this.depth > 0;
  }

  /** True if the current element is one of svg or math: not one of HTML inside them. */
  get holdsCurrent(): boolean {
    const { open } = this.placer;
    for (let at = open.depth - 1; this.isOpen && at >= 0; at--) {
      const { name } = open.at(at)!;
      if (FOREIGN.has(name)) return true;
      if (at < open.depth - 1 && INTEGRATION_POINTS.has(name)) return false;
    }
    return false;
  }

  /** Must be called for each opened element. */
  entered(name: string): void {
    if (FOREIGN.has(name)) this.depth++;
  }

  start(name: string, attribs: Record<string, string>, closesItself: boolean): void {
    const element = this.placer.append(name, attribs);
    if (!element || closesItself || !this.placer.pushOpen(element)) return;
    this.entered(name);
  }

  /** True for an svg or math element that contains HTML. */
  isIntegrationPoint(): boolean {
    return INTEGRATION_POINTS.has(this.placer.open.current?.name ?? '');
  }

  /** Handles an end tag. Returns false if HTML rules apply; the enclosing svg or math element is then closed. */
  end(name: string): boolean {
    const { open } = this.placer;
    for (let at = open.depth - 1; at >= 0; at--) {
      const { name: openName } = open.at(at)!;
      if (openName === name) {
        this.closeFrom(at);
        return true;
      }
      if (FOREIGN.has(openName)) break;
    }
    const endsAround = traitsOf(name) & (Trait.block | Trait.cell | Trait.heading) && open.find(name) >= 0;
    if (endsAround) this.leave();
    return !endsAround;
  }

  /** Closes the outermost svg or math element. */
  leave(): void {
    let at = 0;
    while (at < this.placer.open.depth && !FOREIGN.has(this.placer.open.at(at)!.name)) at++;
    this.closeFrom(at);
  }

  private closeFrom(at: number): void {
    for (let place = at; place < this.placer.open.depth; place++) {
      if (FOREIGN.has(this.placer.open.at(place)!.name)) this.depth--;
    }
    this.placer.open.closeFrom(at);
  }
}
