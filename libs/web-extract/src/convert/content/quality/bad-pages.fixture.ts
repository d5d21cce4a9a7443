import type { BadPage } from './bad-pages/bad-page.fixture.js';
import { EMPTY, SHELLS } from './bad-pages/empty-pages.fixture.js';
import { NOT_FOUND } from './bad-pages/not-found.fixture.js';
import { CHARSET, TRUNCATED } from './bad-pages/spoilt-texts.fixture.js';
import { BOT_CHECKS, COOKIE_WALLS, LOGIN_WALLS } from './bad-pages/walls.fixture.js';

/** Pages of every kind in several languages and frameworks, written for this project. */
export const BAD_PAGES: readonly BadPage[] = [
  ...BOT_CHECKS,
  ...LOGIN_WALLS,
  ...COOKIE_WALLS,
  ...NOT_FOUND,
  ...SHELLS,
  ...EMPTY,
  ...TRUNCATED,
  ...CHARSET,
];
