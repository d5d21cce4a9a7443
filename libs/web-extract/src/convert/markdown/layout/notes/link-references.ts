import { linkAddress, linkTitle } from '../../write/link-address.js';
import type { LayoutDetails } from '../../layout-node.js';

/** The addresses of a page whose links name them: each stands once, at its end. */
export class LinkReferences {
  private readonly labels = new Map<string, string>();

  /** The name of an address. No page is likely to have it in its text. */
  labelOf({ address, title }: LayoutDetails): string {
    const definition = `${linkAddress(address!)}${linkTitle(title)}`;
    const label = this.labels.get(definition) ?? `link${this.labels.size + 1}`;
    this.labels.set(definition, label);
    return label;
  }

  /** Definitions of the references, one per line; empty if there are none. */
  get definitions(): string {
    return Array.from(this.labels, ([definition, label]) => `[${label}]: ${definition}`).join('\n');
  }
}
