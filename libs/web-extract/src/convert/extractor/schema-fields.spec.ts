import { setValueAt } from './schema-fields.js';

describe('the value of a field', () => {
  afterEach(() => {
    Object.defineProperty(Object.prototype, 'constructor', {
      value: Object,
      writable: true,
      enumerable: false,
    });
  });

  it('is set by its name, whatever the prototype has, also if the host has frozen that', () => {
    Object.defineProperty(Object.prototype, 'constructor', { writable: false });
    const data: Record<string, unknown> = {};
    for (const name of ['title', 'constructor', '__proto__']) setValueAt(data, [name], name);
    setValueAt(data, ['toString', 'name'], 'inner');
    expect(Object.entries(data)).toEqual([
      ['title', 'title'],
      ['constructor', 'constructor'],
      ['__proto__', '__proto__'],
      ['toString', { name: 'inner' }],
    ]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});
