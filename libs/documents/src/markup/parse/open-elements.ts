import type { PageElement } from '../dom/nodes.js';
import { Trait, traitsOf } from './tag-traits.js';

/** Stack of open elements, outermost first. */
export class OpenElements {
  private readonly items: PageElement[] = [];
  /** Traits of the items, stored separately because they are needed for every tag. */
  private readonly traits: number[] = [];

  get current(): PageElement | undefined {
    return this.items[this.items.length - 1];
  }

  get currentTraits(): number {
    return this.traits.length > 0 ? this.traits[this.traits.length - 1]! : 0;
  }

  get depth(): number {
    return this.items.length;
  }

  at(place: number): PageElement | undefined {
    return this.items[place];
  }

  traitsAt(place: number): number {
    return this.traits[place]!;
  }

  push(element: PageElement, traits = traitsOf(element.name)): void {
    this.items.push(element);
    this.traits.push(traits);
  }

  pop(): void {
    this.items.pop();
    this.traits.pop();
  }

  /** Closes the element at this index and all inside it. */
  closeFrom(place: number): void {
    while (this.items.length > place) this.pop(); // usually one element; assigning to `length` is slower
  }

  placeOf(element: PageElement): number {
    return this.items.lastIndexOf(element);
  }

  removeAt(place: number): void {
    this.items.splice(place, 1);
    this.traits.splice(place, 1);
  }

  replaceAt(place: number, element: PageElement): void {
    this.items[place] = element;
  }

  insertAt(place: number, element: PageElement): void {
    this.items.splice(place, 0, element);
    this.traits.splice(place, 0, traitsOf(element.name));
  }

  /** Index of the innermost element with this name, or -1. */
  find(name: string): number {
    for (let at = this.items.length - 1; at >= 0; at--) if (this.items[at]!.name === name) return at;
    return -1;
  }

  /** Index of the innermost element with this name in the scope of an end tag, or -1. */
  findInScope(name: string, stopsAt: number = Trait.scope): number {
    for (let at = this.items.length - 1; at >= 0; at--) {
      if (this.items[at]!.name === name) return at;
      if (this.traits[at]! & stopsAt) return -1;
    }
    return -1;
  }

  /** Index of the outermost element with one of these traits above `floor`, or -1. */
  findAbove(floor: number, traits: number): number {
    for (let at = floor + 1; at < this.items.length; at++) if (this.traits[at]! & traits) return at;
    return -1;
  }
}
