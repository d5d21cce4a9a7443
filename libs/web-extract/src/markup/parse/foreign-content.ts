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

/** Keeps track of svg and math, whose tags follow rules of their own. */
export class ForeignContent {
  /** How many svg and math elements are open. */
  private depth = 0;

  constructor(private readonly placer: NodePlacer) {}

  get isOpen(): boolean {
    return this.depth > 0;
  }

  /** To be told of each element that was opened. */
  entered(name: string): void {
    if (FOREIGN.has(name)) this.depth++;
  }

  start(name: string, attribs: Record<string, string>, closesItself: boolean): void {
    const element = this.placer.append(name, attribs);
    if (!element || closesItself || !this.placer.pushOpen(element)) return;
    this.entered(name);
  }

  /** Elements of svg and math that hold HTML. */
  isIntegrationPoint(): boolean {
    return INTEGRATION_POINTS.has(this.placer.open.current?.name ?? '');
  }

  /** Takes an end tag; false when it is for HTML's rules, having ended the drawing it stands in. */
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

  /** Ends the outermost drawing. */
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
