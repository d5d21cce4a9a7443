/** A product, and where it is sold. */
export interface ShopPrice {
  readonly url: string;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
}

type Layout = (product: ShopPrice & { readonly listPrice: number }) => string;

const NOUNS = ['Lamp', 'Chair', 'Kettle', 'Clock', 'Basket', 'Mirror', 'Bench', 'Shelf'];
const WORDS = ['Copper', 'Silent', 'Narrow', 'Folding', 'Bright'];

/** Shops of other countries and systems: in words, in a table, in lists, beside struck prices, and in stated data. */
const SHOPS: readonly (readonly [host: string, currency: string, layout: Layout])[] = [
  [
    'lamps.example',
    'USD',
    ({ name, price }) =>
      `<header><a href="/">Lamps and more</a></header><main><h1>${name}</h1><p class="price">$${english(price)}</p><p>Ships in two days.</p></main>`,
  ],
  [
    'moebel.example',
    'EUR',
    ({ name, price }) =>
      `<div class="kopf">Möbelhaus</div><div class="artikel"><h2>${name}</h2><table><tr><th>Preis</th><td>${german(price)} €</td></tr><tr><th>Lieferzeit</th><td>3 Tage</td></tr></table></div>`,
  ],
  [
    'boutique.example',
    'EUR',
    ({ name, price }) =>
      `<nav><a href="/fr">Accueil</a></nav><section><h1 itemprop="name">${name}</h1><ul><li>Prix : <b>${french(price)} €</b></li><li>Garantie : <b>2 ans</b></li></ul></section>`,
  ],
  [
    'outlet.example',
    'GBP',
    ({ name, price, listPrice }) =>
      `<article><h3 class="title">${name}</h3><div class="offer"><del>£${english(listPrice)}</del> <strong>£${english(price)}</strong></div><footer>Outlet of the north</footer></article>`,
  ],
  [
    'store.example',
    'CHF',
    ({ name, price, currency }) =>
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name, offers: { '@type': 'Offer', price, priceCurrency: currency } })}</script><h1>${name}</h1><span>CHF ${english(price)}</span>`,
  ],
];

const english = (price: number) => price.toFixed(2);
const german = (price: number) => price.toFixed(2).replace('.', ',').replace(/^(\d)(\d{3},)/, '$1.$2');
const french = (price: number) => price.toFixed(2).replace('.', ',').replace(/^(\d)(\d{3},)/, '$1 $2');

/** Products of all shops with the given numbers, 0 to 7. */
export function pricesOf(from: number, to: number): ShopPrice[] {
  return SHOPS.flatMap(([host, currency], shop) =>
    NOUNS.slice(from, to).map((noun, n) => ({
      url: `https://${host}/p/${from + n}`,
      name: `${WORDS[(from + n + shop) % WORDS.length]} ${noun}`,
      price: Math.round(1_990 + (((from + n) * 7_919 + shop * 3_571) % 150_000)) / 100,
      currency,
    })),
  );
}

export const FIVE_SHOPS = {
  pages: Object.fromEntries(
    pricesOf(0, NOUNS.length).map((product) => {
      const [, , layout] = SHOPS.find(([host]) => product.url.startsWith(`https://${host}/`))!;
      const body = layout({ ...product, listPrice: Math.round(product.price * 125) / 100 });
      return [
        product.url,
        `<!doctype html><html><head><title>${product.name}</title></head><body>${body}</body></html>`,
      ];
    }),
  ),
};
