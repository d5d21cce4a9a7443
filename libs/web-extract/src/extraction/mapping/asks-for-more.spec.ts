import { asksForMore } from './asks-for-more.js';

const OWN = new Set(['torque']);

describe('asksForMore', () => {
  it.each([
    '', 'The name of the product', 'Extract the product name and price.', 'ISO 4217 currency code',
    'Currency, e.g. USD or EUR',
    'Based on the information on the page, extract the information from the schema.', 'URL of the main image', 'the torque',
    'Return the data as JSON',
  ])('takes %j for no more than a name', (text) => {
    expect(asksForMore(text, OWN)).toBe(false);
  }); // prettier-ignore

  it.each([
    'Price in cents', 'translate the title to German', 'the second item', 'A summary in one sentence', 'only red ones', 'the cheapest price',
    'Gesamtpreis ohne Versand', '商品の価格',
  ])('leaves %j to a model', (text) => {
    expect(asksForMore(text, OWN)).toBe(true);
  }); // prettier-ignore
});
