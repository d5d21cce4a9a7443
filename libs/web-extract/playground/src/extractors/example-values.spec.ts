import { entryOf, examplesOf, fieldsOf, pagesOf, schemaOf } from './example-values.js';

describe('the examples of an extractor', () => {
  it('have fields of a list of names and types', () => {
    const fields = fieldsOf('name\n price : number \n\ncolour: red\nname: number\nin stock: boolean\nsku:');
    expect(fields).toEqual([
      { name: 'name', type: 'string' },
      { name: 'price', type: 'number' },
      { name: 'colour: red', type: 'string' },
      { name: 'in stock', type: 'boolean' },
      { name: 'sku', type: 'string' },
    ]);
    expect(schemaOf(fields.slice(0, 2))).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, price: { type: 'number' } },
    });
  });

  it('have the values of each page in the types of the fields', () => {
    const fields = fieldsOf('name\nprice: number\nnew: boolean\n__proto__');
    const values = {
      'https://a.example/1': { name: ' Lamp ', price: '12,90 €', new: 'true', __gone: 'x' },
      'https://a.example/2': { name: '', price: 'on request' },
    };
    const pages = pagesOf(
      'https://a.example/1\nhttps://a.example/2\nhttps://a.example/3\nhttps://a.example/1',
    );
    expect(examplesOf(pages, fields, values)).toEqual([
      { url: 'https://a.example/1', data: { name: 'Lamp', price: 12.9, new: true } },
      { url: 'https://a.example/2', data: { price: 'on request' } },
      { url: 'https://a.example/3' },
    ]);
  });

  it.each([
    ['$12.90', '12.9'],
    ['1.234,50 €', '1234.5'],
    ['1,234,567', '1234567'],
    ['CHF 1’234.00', '1234'],
    ['12 500 Kč', '12500'],
    ['−4,5 °C', '-4.5'],
    ['1.234', '1234'],
    ['Price: 7.', '7'],
    ['2 for 5', '2 for 5'],
    ['sold\n out', 'sold out'],
  ])('enter %j as %j for a number', (text, expected) => {
    expect(entryOf(text, 'number')).toBe(expected);
  });

  it('enter texts with single spaces', () => {
    expect(entryOf('  Storm \n lamp 40 ', 'string')).toBe('Storm lamp 40');
  });
});
