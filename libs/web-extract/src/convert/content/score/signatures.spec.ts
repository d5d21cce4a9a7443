import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';

const PROSE = `<p>${'Some long sentence with words, commas and an end. '.repeat(8)}</p>`;

function markdown(heading: string): string {
  const members = ['open', 'close'].map(
    (name) => `<h2>${name}${heading}</h2><pre>${name}</pre><p>It is.</p>`,
  );
  const options = { url: 'https://site.example/', formats: ['markdown'] as const, ...DEFAULT_CONVERSION };
  return convertHtml(`<body>${PROSE}${members.join('')}${PROSE}</body>`, options).markdown!;
}

describe('Headings of members', () => {
  it('are kept with brackets and white space behind the name', () => {
    expect(markdown(`${' '.repeat(5_000)}( a, b )<T>;`)).toContain('## open');
  });

  it('are read in time where each bracket could also be a symbol', () => {
    expect(markdown(`${'()'.repeat(36)}a`)).toContain('## open');
  });
});
