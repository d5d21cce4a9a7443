import type { BadPage } from './bad-pages/bad-page.contract.js';
import { EMPTY, SHELLS } from './bad-pages/empty-pages.contract.js';
import { NOT_FOUND } from './bad-pages/not-found.contract.js';
import { CHARSET, TRUNCATED } from './bad-pages/spoilt-texts.contract.js';
import { BOT_CHECKS, COOKIE_WALLS, LOGIN_WALLS } from './bad-pages/walls.contract.js';

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
