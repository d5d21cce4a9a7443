import { GuardedLinkError } from '../../model/errors.js';
import { isLogoutText } from './link-words.js';
import { SessionScope } from './session-scope.js';

const ORIGIN = 'https://app.example.com';

describe('SessionScope', () => {
  const scope = new SessionScope({
    origins: [ORIGIN],
    loginOrigins: ['https://id.example.com'],
    follow: ['^/reports/delete$'],
    neverFollow: ['^/private/'],
  });
  const ruleFor = (path: string) => scope.ruleFor(ORIGIN + path);

  it.each([
    '/logout',
    '/Log-Out',
    '/signout.php',
    '/account/sign_out/',
    '/index.php?action=logout',
    '/index.php?title=Special:UserLogout',
    '/abmelden',
    '/d%C3%A9connexion',
    '/logout;jsessionid=5A1',
    '/logout.action',
    '/mail/?_task=logout',
  ])('takes %s for a logout', (path) => {
    expect(ruleFor(path)).toBe('logout-link');
  });

  it.each([
    '/items/3/delete',
    '/items/4/remove?sure=1',
    '/x?_method=delete',
    '/cart/add-to-cart',
    '/private/a',
  ])('does not request %s', (path) => {
    expect(ruleFor(path)).toBe('unsafe-link');
  });

  it.each([
    '/docs/how-to-log-out',
    '/docs/logout-best-practices',
    '/search?q=logout',
    '/blogout/2',
    '/delete/me-not',
    '/reports/delete',
    '/checkouts-explained',
  ])('requests %s', (path) => {
    expect(ruleFor(path)).toBeNull();
  });

  it('has no rules for other origins', () => {
    expect(scope.ruleFor('https://app.example.com:8443/logout')).toBeNull();
  });

  it('refuses a guarded URL by its rule', () => {
    expect(() => scope.refuseGuarded(`${ORIGIN}/logout`)).toThrow(GuardedLinkError);
  });

  it('covers its exact origins, and those of the login for the login only', () => {
    const urls = [`${ORIGIN}/a`, 'http://app.example.com/', 'https://id.example.com/', 'no url'];
    expect(urls.map((url) => [scope.covers(url), scope.coversLogin(url)])).toEqual([
      [true, true],
      [false, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe('isLogoutText', () => {
  it.each(['Log out', ' Sign Out', 'Se déconnecter', 'Cerrar sesión', 'ログアウト', 'Выйти', '退出登录'])(
    'knows %s',
    (text) => {
      expect(isLogoutText(text.trim())).toBe(true);
    },
  );

  it.each(['How to log out', 'Logout best practices', ''])('does not take "%s" for one', (text) => {
    expect(isLogoutText(text)).toBe(false);
  });
});
