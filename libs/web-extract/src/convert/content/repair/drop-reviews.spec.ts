import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';
import type { PagePart } from '../../../model/page/markdown-options.js';

const TEXT =
  'The lamp is made of brass that ages well, is wired by hand, and throws a warm light on the table below it, evening after evening. ' +
  'It comes with a shade of linen, a cord of two metres and a bulb that lasts for ten years and that can be had again when it breaks.';
const REVIEW =
  'I have had it for a year now, and the light is as warm as on the first day, so I bought a second one.';

function convert(
  type: string,
  parts: { text?: string; title?: string; name?: string; include?: readonly PagePart[] } = {},
): string {
  const { text = TEXT, title = 'Lamp of brass', name = 'customer-reviews', include = [] } = parts;
  const reviews = Array.from({ length: 4 }, (_, at) => `<li><b>Customer ${at}</b><p>${REVIEW}</p></li>`).join(
    '',
  );
  const html = `<head><title>${title}</title><script type="application/ld+json">{"@type":"${type}"}</script></head>
<body><main><h1>Lamp of brass</h1><p>${text}</p><p>${text} In brass.</p>
<div class="${name}"><h2>Reviews</h2><ul>${reviews}</ul></div></main></body>`;
  const { markdown } = convertHtml(html, {
    url: 'https://shop.example/lamp',
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    markdownOptions: { include },
  });
  return markdown!;
}

describe('What customers say', () => {
  it('is no content of a page that states a product', () => {
    const markdown = convert('Product');
    expect(markdown).toContain('wired by hand');
    expect(markdown).not.toContain('as warm as on the first day');
  });

  it('is kept where it is asked for', () => {
    expect(convert('Product', { include: ['reviews'] })).toContain('as warm as on the first day');
  });

  it('is kept where the page says hardly anything else', () => {
    expect(convert('Product', { text: 'In brass.' })).toContain('as warm as on the first day');
  });

  it('is kept where the title of the page names it', () => {
    expect(convert('Product', { title: 'Lamp of brass: reviews by customers' })).toContain('as warm as');
  });

  it.each(['has-reviews', 'reviews-enabled', 'product'])('is not what is named %s', (name) => {
    expect(convert('Product', { name })).toContain('as warm as on the first day');
  });
});
