import { Document } from 'domhandler';
import { PageElement } from '../dom/nodes.js';
import { FormattingList } from './formatting-list.js';
import { NodePlacer } from './node-placer.js';
import { TableParts } from './table-parts.js';
import { traitsOf } from './tag-traits.js';

describe('marks of cells', () => {
  it('are set for open cells only', () => {
    const placer = new NodePlacer(new Document([]));
    const addCell = () => new TableParts(placer).start('td', traitsOf('td'), {});
    placer.open.push(new PageElement('table', {}));
    addCell();
    expect(placer.formatting.entries).toEqual([null]);
    while (placer.pushOpen(new PageElement('div', {})));
    placer.open.pop();
    placer.pushOpen(new PageElement('table', {}));
    addCell();
    expect(placer.formatting.entries).toEqual([null]);
  });

  it('are not more than elements can be open', () => {
    const list = new FormattingList();
    for (let count = 0; count < 2_000; count++) list.mark();
    expect(list.entries.length).toBeLessThanOrEqual(500);
  });
});
