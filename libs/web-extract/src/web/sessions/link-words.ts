/** Why a link is not requested with a session. */
export type GuardRule = 'logout-link' | 'unsafe-link';

/** Logouts as segments of a path or values of a query, in lower case without separators and accents. */
const LOGOUT_WORDS = new Set(
  `logout logoff signout signoff userlogout specialuserlogout dologout userlogoff accountlogout wplogout endsession
  abmelden ausloggen abmeldung deconnexion sedeconnecter deconnecter cerrarsesion desconectarse desconnexio
  uitloggen afmelden terminarsessao encerrarsessao disconnetti wyloguj wylogowanie odhlasit odhlaseni odhlasenie
  loggut loggaut logaf kirjaudu kirjauduulos kijelentkezes oturumukapat cikisyap vyhod vyjti deconectare`
    .split(/\s+/)
    .filter(Boolean),
);

/** Requests that change data. */
const CHANGE_WORDS = new Set(
  'delete remove destroy trash revoke disable unsubscribe approve reject cancel pay buy checkout vote addtocart'.split(
    ' ',
  ),
);

/** Query parameters that name an action. */
const ACTION_PARAMETERS = new Set([
  'action',
  'act',
  'do',
  'op',
  'cmd',
  'task',
  'mode',
  'page',
  'title',
  '_method',
]);

/** Labels of logout links in twenty languages, in lower case without white space and separators. */
const LOGOUT_TEXTS = new Set(
  `logout;signout;logoff;signoff;logmeout;exitaccount;abmelden;ausloggen;sedéconnecter;déconnexion;medéconnecter;
  cerrarsesión;cerrarlasesión;salirdelacuenta;desconectar;terminarsessão;encerrarsessão;sair;sairdaconta;esci;disconnetti;
  disconnettiti;logouteffettuato;uitloggen;afmelden;wyloguj;wylogujsię;odhlásit;odhlásitse;odhlásiť;odhlásiťsa;loggaut;
  loggut;logaf;logud;loguit;kirjauduulos;kijelentkezés;deconectare;deconectează-te;ieșiredincont;αποσύνδεση;έξοδος;
  çıkış;çıkışyap;oturumukapat;выйти;выход;вийти;вихід;изход;излез;ログアウト;サインアウト;로그아웃;退出登录;退出登錄;退出;登出;
  注销;تسجيلالخروج;خروج;התנתק;התנתקות;יציאה;ออกจากระบบ;đăngxuất;keluar`
    .split(/[\s;]+/)
    .filter(Boolean),
);

const MAX_TEXT_CHARS = 40;
/** How they begin: most links of a page begin in another way. */
const LOGOUT_STARTS = new Set([...LOGOUT_TEXTS].map((text) => text.slice(0, 2)));

/** True if the whole text of a link, or its label, means logout. */
export function isLogoutText(text: string): boolean {
  if (text.length === 0 || text.length > MAX_TEXT_CHARS) return false;
  if (!LOGOUT_STARTS.has(text.slice(0, 2).toLowerCase()) && !/^.?[\s_-]/.test(text)) return false;
  return LOGOUT_TEXTS.has(text.toLowerCase().replace(/[\s_-]+/g, ''));
}

/** The rule that refuses a URL because of its path or query; null for none. */
export function guardUrl(url: URL): GuardRule | null {
  const segments = url.pathname.split('/').filter(Boolean).map(wordOf);
  const values = [...url.searchParams]
    .filter(([name]) => isActionParameter(name.toLowerCase()))
    .map(([, value]) => wordOf(value));
  if ([...segments, ...values].some((word) => LOGOUT_WORDS.has(word))) return 'logout-link';
  if ([segments.at(-1) ?? '', ...values].some((word) => CHANGE_WORDS.has(word))) return 'unsafe-link';
  return null;
}

/** Some sites begin names with an underscore: `_task`. */
const isActionParameter = (name: string): boolean =>
  ACTION_PARAMETERS.has(name) || ACTION_PARAMETERS.has(name.replace(/^_/, ''));

/** A segment in lower case, without parameters, extension, separators and accents. */
function wordOf(segment: string): string {
  if (segment.length > MAX_SEGMENT_CHARS) return '';
  const [name = ''] = decoded(segment).split(';', 1);
  return name
    .toLowerCase()
    .replace(/\.[a-z]{2,6}$/, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s_:+-]+/g, '');
}

const MAX_SEGMENT_CHARS = 200;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // not UTF-8: compared as it is
  }
}
