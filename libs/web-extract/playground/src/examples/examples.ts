import article from '../../examples/article.html';
import docsConfiguration from '../../examples/docs-configuration.html';
import docsIndex from '../../examples/docs-index.html';
import docsInstall from '../../examples/docs-install.html';
import docsUsage from '../../examples/docs-usage.html';
import product from '../../examples/product.html';
import report from '../../examples/report.pdf';

/** Files that show a feature. They are part of the page and converted with `POST /v2/parse`, so no network access is necessary. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly tab: 'scrape' | 'extract';
  files(): readonly File[];
  /** Schema of an extraction. */
  readonly schema?: object;
}

const htmlFile = (name: string, text: string) => new File([text], name, { type: 'text/html' });

export const EXAMPLES: readonly Example[] = [
  {
    id: 'page',
    title: 'Article',
    text: 'News page with navigation, cookie banner, table and code',
    tab: 'scrape',
    files: () => [htmlFile('article.html', article)],
  },
  {
    id: 'pdf',
    title: 'PDF',
    text: 'Report of two pages',
    tab: 'scrape',
    files: () => [new File([report], 'report.pdf', { type: 'application/pdf' })],
  },
  {
    id: 'product',
    title: 'Product with schema',
    text: 'Name, brand and price as JSON',
    tab: 'extract',
    files: () => [htmlFile('product.html', product)],
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        brand: { type: 'string' },
        price: { type: 'number' },
        currency: { type: 'string' },
      },
      required: ['name', 'price'],
    },
  },
  {
    id: 'docs',
    title: 'Documentation site',
    text: 'Four pages as markdown and chunks',
    tab: 'scrape',
    files: () => [
      htmlFile('index.html', docsIndex),
      htmlFile('install.html', docsInstall),
      htmlFile('usage.html', docsUsage),
      htmlFile('configuration.html', docsConfiguration),
    ],
  },
];

export const findExample = (id: string): Example | undefined => EXAMPLES.find((example) => example.id === id);
