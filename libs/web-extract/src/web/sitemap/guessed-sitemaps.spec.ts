import { parseRobots } from '../robots/parse-robots.js';
import { guessedSitemaps } from './guessed-sitemaps.js';

describe('guessedSitemaps', () => {
  const guessed = (robots: string) => guessedSitemaps(parseRobots(robots, 'ExampleBot'));
  const ofWordPress = ['/sitemap_index.xml', '/wp-sitemap.xml'];
  const ofGenerators = ['/sitemap_index.xml', '/sitemap-index.xml'];

  it('tries the sitemap of WordPress if robots.txt has its rules', () => {
    const robots = 'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n';
    expect(guessed(robots)).toEqual(ofWordPress);
  });

  it.each(['', '# nothing\n', '<html>Not found</html>', 'User-agent: *\nDisallow:\n'])(
    'tries the sitemap of WordPress if robots.txt has no rules: %j',
    (robots) => expect(guessed(robots)).toEqual(ofWordPress),
  );

  it.each([
    'User-agent: *\nDisallow: /search\n',
    'User-agent: *\nAllow: /\n',
    'User-agent: *\nDisallow: /\n',
  ])('tries that of site generators if robots.txt has other rules only: %j', (robots) =>
    expect(guessed(robots)).toEqual(ofGenerators),
  );
});
