import { pageValues } from './page-values';

const PAGES = ['https://shop.example', 'https://shop.example/chair'];

describe('pageValues', () => {
  it('finds the values of pages, and names other addresses', () => {
    const content = {
      'https://SHOP.example/': { price: 1 },
      'https://shop.example/chair': { price: 2 },
      'https://shop.example/desk': { price: 3 },
    };
    const { byPage, others } = pageValues(content, PAGES, 'values.json');
    expect([[...byPage], others]).toEqual([
      [
        ['https://shop.example', { price: 1 }],
        ['https://shop.example/chair', { price: 2 }],
      ],
      ['https://shop.example/desk'],
    ]);
  });

  it.each([
    [[{ price: 1 }], 'has an array'],
    ['price', 'has a text'],
    [null, 'has null'],
    [{}, 'is empty'],
    [
      { 'https://shop.example/desk': { price: 1 } },
      'has https://shop.example/desk, which is none of the pages',
    ],
    [{ price: 1 }, 'has price, which is none of the pages'],
    [{ 'https://shop.example/chair': 9.5 }, 'has a number for https://shop.example/chair'],
  ])('refuses %j, and says the right shape', (content, reason) => {
    const read = () => pageValues(content, PAGES, 'values.json');
    expect(read).toThrow(
      `values.json ${reason}: it must be an object of values by address, as in {"https://`,
    );
  });
});
