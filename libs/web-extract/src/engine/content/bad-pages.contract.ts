import type { QualityFlag } from '../../model/page.js';

/** A page that holds no content although it arrived with status 200, and the flag that says why. */
export interface BadPage {
  readonly name: string;
  readonly flag: QualityFlag;
  readonly html: string;
}

const NAV: Readonly<Record<string, readonly string[]>> = {
  en: ['Home', 'Products', 'News', 'Support', 'About us', 'Contact'],
  de: ['Startseite', 'Produkte', 'Aktuelles', 'Hilfe', 'Über uns', 'Kontakt'],
  fr: ['Accueil', 'Produits', 'Actualités', 'Aide', 'À propos', 'Contact'],
  es: ['Inicio', 'Productos', 'Noticias', 'Ayuda', 'Nosotros', 'Contacto'],
  ja: ['ホーム', '製品', 'ニュース', 'サポート', '会社概要', 'お問い合わせ'],
};

type Frame = (title: string, body: string, language: string) => string;

const links = (language: string): string =>
  (NAV[language] ?? NAV['en']!).map((name, at) => `<li><a href="/p${at}">${name}</a></li>`).join('');

/** How sites wrap a message: alone, in a classic template, in a component framework's markup, in old tables. */
const FRAMES: Readonly<Record<string, Frame>> = {
  bare: (title, body, language) =>
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
  template: (title, body, language) =>
    `<!doctype html><html lang="${language}"><head><title>${title}</title><script src="/js/site.js"></script></head><body>
<header class="site-header"><a href="/">Acme</a><nav><ul>${links(language)}</ul></nav></header>
<main id="content" class="site-main">${body}</main>
<footer><ul>${links(language)}</ul><p>© 2026 Acme Ltd. All rights reserved.</p></footer></body></html>`,
  component: (title, body, language) =>
    `<!doctype html><html lang="${language}"><head><title>${title}</title><script type="module" src="/assets/index-4f2a.js"></script></head>
<body><div id="root"><div class="Layout_wrap__x1"><div class="Header_bar__q9">${links(language)}</div><div class="Page_body__k2">${body}</div>
<div class="Footer_links__z7">${links(language)}<span>© Acme 2026</span></div></div></div></body></html>`,
  tables: (title, body, language) =>
    `<html><head><title>${title}</title></head><body bgcolor="#ffffff"><table width="100%"><tr><td width="160"><ul>${links(language)}</ul></td>
<td valign="top">${body}</td></tr></table></body></html>`,
};

const page = (flag: QualityFlag, frame: string, language: string, title: string, body: string): BadPage => ({
  name: `${flag}: ${title} (${language}, ${frame})`,
  flag,
  html: FRAMES[frame]!(title, body, language),
});

const BOT_CHECKS: readonly BadPage[] = [
  page(
    'bot-check',
    'bare',
    'en',
    'Just a moment...',
    '<noscript>Enable JavaScript and cookies to continue</noscript><div class="main-wrapper"><div id="challenge-error-text"></div></div><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
  ),
  page(
    'bot-check',
    'bare',
    'en',
    'Attention Required!',
    '<h1>Sorry, you have been blocked</h1><h2>You are unable to access example.com</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution.</p><p>Your IP: 192.0.2.7. Ray ID: 8f3a</p>',
  ),
  page(
    'bot-check',
    'bare',
    'en',
    'Access Denied',
    '<h1>Access Denied</h1>You don\'t have permission to access "http&#58;&#47;&#47;www.example.com" on this server.<p>Reference #18.2d4b1a02.1763</p>',
  ),
  page(
    'bot-check',
    'bare',
    'en',
    'example.com',
    '<div><p id="cmsg">Please enable JS and disable any ad blocker</p></div><script src="https://ct.captcha-delivery.example/c.js"></script>',
  ),
  page(
    'bot-check',
    'bare',
    'en',
    'Pardon Our Interruption',
    "<h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:</p><ul><li>You're a power user moving through this website with super-human speed.</li><li>You've disabled cookies in your web browser.</li></ul>",
  ),
  page(
    'bot-check',
    'bare',
    'en',
    'Human Verification',
    '<h1>Let us check that you are a person</h1><p>Press and hold the button below</p><div id="px-captcha"></div>',
  ),
  page(
    'bot-check',
    'template',
    'en',
    'Robot Check',
    '<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you are not a robot. For best results, please make sure your browser is accepting cookies.</p><form action="/errors/validateCaptcha"><input name="field"><button>Continue shopping</button></form>',
  ),
  page(
    'bot-check',
    'template',
    'de',
    'Sicherheitsüberprüfung',
    '<h1>Einen Augenblick bitte</h1><p>Wir prüfen, ob Sie ein Mensch sind. Das kann einige Sekunden dauern. Bitte lösen Sie die Aufgabe, um fortzufahren.</p><div class="h-captcha" data-sitekey="x"></div>',
  ),
  page(
    'bot-check',
    'bare',
    'fr',
    'Vérification',
    '<h1>Êtes-vous un robot ?</h1><p>Pour continuer, merci de confirmer que vous êtes une personne et non un programme.</p><div class="g-recaptcha"></div>',
  ),
  page(
    'bot-check',
    'component',
    'es',
    'Verificación de seguridad',
    '<p>Hemos detectado un tráfico inusual desde su red. Marque la casilla para demostrar que no es un robot.</p><div class="cf-turnstile"></div>',
  ),
  page(
    'bot-check',
    'bare',
    'ja',
    'アクセスの確認',
    '<p>ロボットではありませんか？下のボタンを押して、人間であることを確認してください。</p><div class="g-recaptcha"></div>',
  ),
  page(
    'bot-check',
    'bare',
    'ru',
    'Проверка браузера',
    '<h1>Проверяем ваш браузер</h1><p>Подтвердите, что вы не робот. Сайт откроется автоматически через несколько секунд.</p>',
  ),
  page(
    'bot-check',
    'bare',
    'zh',
    '安全验证',
    '<p>请完成下方的验证后继续访问。系统检测到您的网络存在异常流量。</p><div id="captcha-box"></div>',
  ),
];

const LOGIN_FORM =
  '<form action="/session" method="post"><label>Email</label><input type="email" name="u"><label>Password</label><input type="password" name="p"><button>Go</button></form>';

const LOGIN_WALLS: readonly BadPage[] = [
  page(
    'login-wall',
    'bare',
    'en',
    'Sign in · Acme Code',
    `<h1>Sign in to Acme Code</h1>${LOGIN_FORM}<p>New here? <a href="/join">Create an account</a>.</p>`,
  ),
  page(
    'login-wall',
    'template',
    'en',
    'Members area',
    '<h1>Members only</h1><p>You must be logged in to view this page. Please log in or register for a free account.</p>',
  ),
  page(
    'login-wall',
    'component',
    'en',
    'Acme',
    `<h2>Welcome back</h2>${LOGIN_FORM}<p>Forgot your password?</p>`,
  ),
  page(
    'login-wall',
    'template',
    'de',
    'Anmeldung',
    `<h1>Bitte melden Sie sich an</h1><p>Dieser Bereich steht nur angemeldeten Mitgliedern offen.</p>${LOGIN_FORM}<p>Passwort vergessen?</p>`,
  ),
  page(
    'login-wall',
    'bare',
    'fr',
    'Connexion',
    `<h1>Connexion</h1><p>Connectez-vous pour accéder à votre espace.</p>${LOGIN_FORM}<p>Mot de passe oublié ?</p>`,
  ),
  page(
    'login-wall',
    'tables',
    'es',
    'Acceso de usuarios',
    `<h2>Inicia sesión para continuar</h2>${LOGIN_FORM}<p>¿Has olvidado tu contraseña?</p>`,
  ),
  page(
    'login-wall',
    'template',
    'ja',
    'ログイン',
    `<h1>ログイン</h1><p>このページを表示するにはログインが必要です。</p>${LOGIN_FORM}`,
  ),
  page(
    'login-wall',
    'bare',
    'pl',
    'Logowanie',
    `<h1>Zaloguj się</h1>${LOGIN_FORM}<p>Nie pamiętasz hasła?</p>`,
  ),
  page(
    'login-wall',
    'component',
    'en',
    'Log in to see this post',
    '<div role="dialog"><h2>Log in to continue</h2><p>See photos, videos and more from your friends.</p><a href="/login">Log in</a><a href="/join">Sign up</a></div>',
  ),
];

const PARTNERS = Array.from(
  { length: 40 },
  (_, at) =>
    `<li>Partner ${at + 1} Media GmbH stores and reads information on a device for consent purpose ${at % 10}.</li>`,
).join('');

const COOKIE_WALLS: readonly BadPage[] = [
  page(
    'cookie-wall',
    'bare',
    'en',
    'Before you continue',
    '<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services, track outages and protect against abuse.</p><p>If you choose to accept all, we will also use cookies and data to develop new services and show personalised ads.</p><button>Reject all</button><button>Accept all</button>',
  ),
  page(
    'cookie-wall',
    'bare',
    'en',
    'Your privacy choices',
    `<div id="onetrust-consent-sdk"><h2>We value your privacy</h2><p>We and our 842 partners store and access information on a device, such as cookies, and process personal data for personalised ads and content.</p><ul>${PARTNERS}</ul></div>`,
  ),
  page(
    'cookie-wall',
    'template',
    'de',
    'Zustimmung',
    '<div class="cmp-container"><h1>Mit Werbung weiterlesen</h1><p>Besuchen Sie die Seite wie gewohnt mit Werbung und Tracking. Wir und unsere Partner setzen Cookies ein. Die Zustimmung ist jederzeit in der Datenschutzerklärung widerrufbar.</p><p>Oder nutzen Sie das Angebot ohne Cookies und Werbung für 4,99 Euro im Monat.</p></div>',
  ),
  page(
    'cookie-wall',
    'component',
    'fr',
    'Votre vie privée',
    '<div id="didomi-host"><h2>Nous respectons votre vie privée</h2><p>Avec votre consentement, nos partenaires et nous utilisons des cookies pour stocker et accéder à des données personnelles comme votre visite sur ce site.</p><p>Vous pouvez retirer votre consentement à tout moment dans notre politique relative aux cookies.</p></div>',
  ),
  page(
    'cookie-wall',
    'bare',
    'es',
    'Cookies',
    '<h1>Tu privacidad es importante</h1><p>Nosotros y nuestros socios usamos cookies para guardar información. Puedes aceptar las cookies o suscribirte para navegar sin ellas.</p>',
  ),
  page(
    'cookie-wall',
    'bare',
    'nl',
    'Toestemming',
    '<h1>Wij gebruiken cookies</h1><p>Met jouw toestemming plaatsen wij en derde partijen cookies om advertenties te tonen. Geef toestemming voor alle cookies om verder te gaan naar de website.</p>',
  ),
  page(
    'cookie-wall',
    'bare',
    'it',
    'Consenso',
    '<h1>Informativa</h1><p>Noi e terze parti selezionate utilizziamo cookie per finalità tecniche e, con il tuo consenso, anche per altre finalità come specificato nella cookie policy.</p>',
  ),
];

const NOT_FOUND: readonly BadPage[] = [
  page(
    'soft-404',
    'template',
    'en',
    'Page not found – Acme',
    '<h1>Oops! That page can’t be found.</h1><p>It looks like nothing was found at this location. Maybe try a search?</p><form role="search"><input type="search"></form>',
  ),
  page('soft-404', 'component', 'en', 'Acme Shop', '<h1>404</h1><p>This page could not be found.</p>'),
  page(
    'soft-404',
    'template',
    'en',
    'Acme Jobs',
    '<h2>Sorry, this job is no longer available</h2><p>The position you are looking for has been filled or the listing has expired.</p><a href="/jobs">See all jobs</a>',
  ),
  page(
    'soft-404',
    'tables',
    'en',
    'Error',
    '<h2>The requested page does not exist</h2><p>Please check the address and try again.</p>',
  ),
  page(
    'soft-404',
    'template',
    'en',
    'Product unavailable',
    '<p>We couldn’t find the product you were looking for. It may have been removed from our store.</p>',
  ),
  page(
    'soft-404',
    'template',
    'de',
    'Seite nicht gefunden',
    '<h1>Hoppla!</h1><p>Die von Ihnen aufgerufene Seite existiert leider nicht oder wurde verschoben.</p>',
  ),
  page(
    'soft-404',
    'component',
    'de',
    'Acme Shop',
    '<h1>Diese Seite konnten wir leider nicht finden</h1><p>Vielleicht helfen Ihnen diese Links weiter.</p>',
  ),
  page(
    'soft-404',
    'template',
    'fr',
    'Erreur',
    '<h1>Page introuvable</h1><p>La page que vous cherchez n’existe pas ou a été déplacée.</p>',
  ),
  page(
    'soft-404',
    'template',
    'es',
    'Error 404',
    '<h1>No hemos encontrado la página</h1><p>Puede que la dirección sea incorrecta.</p>',
  ),
  page(
    'soft-404',
    'bare',
    'it',
    'Errore',
    '<h1>Pagina non trovata</h1><p>Il contenuto richiesto non è disponibile.</p>',
  ),
  page(
    'soft-404',
    'bare',
    'pt',
    'Acme',
    '<h1>Página não encontrada</h1><p>O endereço que você digitou não existe.</p>',
  ),
  page(
    'soft-404',
    'template',
    'ja',
    'エラー',
    '<h1>お探しのページは見つかりませんでした</h1><p>URLをご確認のうえ、もう一度お試しください。</p>',
  ),
  page(
    'soft-404',
    'bare',
    'ru',
    'Ошибка',
    '<h1>Страница не найдена</h1><p>Возможно, она была удалена или перенесена.</p>',
  ),
  page('soft-404', 'bare', 'sv', 'Fel', '<h1>Sidan hittades inte</h1><p>Länken kan vara gammal.</p>'),
  page('soft-404', 'bare', 'tr', 'Hata', '<h1>Aradığınız sayfa bulunamadı</h1>'),
  page('soft-404', 'bare', 'zh', '提示', '<h1>抱歉，您访问的页面不存在</h1><p>请返回首页。</p>'),
];

const shell = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const asShell = (name: string, html: string): BadPage => ({
  name: `script-shell: ${name}`,
  flag: 'script-shell',
  html,
});

const SHELLS: readonly BadPage[] = [
  asShell(
    'a bundler start page',
    shell('Vite App', '<div id="app"></div><script type="module" src="/assets/index.js"></script>'),
  ),
  asShell(
    'a create-react-app page',
    shell(
      'React App',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
    ),
  ),
  asShell(
    'an Angular page',
    shell('Acme', '<app-root></app-root><script src="main.js" type="module"></script>'),
  ),
  asShell(
    'an Angular page with a spinner',
    shell('Acme', '<app-root><div class="spinner">Loading…</div></app-root><script src="main.js"></script>'),
  ),
  asShell(
    'a Next page without server rendering',
    shell(
      'Acme',
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}}}</script>',
    ),
  ),
  asShell(
    'a Nuxt page',
    shell('Acme', '<div id="__nuxt"><div class="loader"></div></div><script src="/_nuxt/entry.js"></script>'),
  ),
  asShell('a Flutter page', shell('Acme', '<script src="flutter_bootstrap.js" async></script>')),
  asShell('an Ember page', shell('Acme', '<div id="ember-app"></div><script src="/vendor.js"></script>')),
  asShell(
    'a message in German',
    shell(
      'Portal',
      '<div id="main"></div><noscript>Bitte aktivieren Sie JavaScript, um diese Anwendung zu nutzen.</noscript><script src="a.js"></script>',
    ),
  ),
  asShell('a site header and an empty root', FRAMES['template']!('Acme', '<div id="root"></div>', 'en')),
  asShell(
    'a loading line',
    shell('Shop', '<div class="wrap"><p>Loading, please wait…</p></div><script src="/app.js"></script>'),
  ),
  asShell(
    'a page of custom elements',
    shell('Tube', '<tube-app></tube-app><script src="/s/desktop.js"></script>'),
  ),
];

const asEmpty = (name: string, html: string): BadPage => ({ name: `empty: ${name}`, flag: 'empty', html });
const EMPTY: readonly BadPage[] = [
  asEmpty('nothing at all', ''),
  asEmpty('white space', '<html><head><title>x</title></head><body>\n \n</body></html>'),
  asEmpty(
    'a template without content',
    '<html><head><title>Post</title></head><body><div class="content"><article></article></div></body></html>',
  ),
  asEmpty(
    'a frameset',
    '<html><head><title>Club</title></head><frameset cols="20%,80%"><frame src="m.html"><frame src="c.html"></frameset></html>',
  ),
  asEmpty('one word', '<html><body><p>OK</p></body></html>'),
  asEmpty('a lone spinner image', '<html><body><div><img src="/spin.gif" alt=""></div></body></html>'),
];

const LEAD: Readonly<Record<string, string>> = {
  en: 'The council voted on Tuesday to rebuild the old harbour bridge, ending a debate that has divided the town for more than a decade. Engineers had warned that the steel could fail.',
  de: 'Der Stadtrat hat am Dienstag beschlossen, die alte Hafenbrücke neu zu bauen, und beendet damit einen Streit, der die Stadt seit mehr als zehn Jahren teilt.',
  fr: 'Le conseil municipal a décidé mardi de reconstruire le vieux pont du port, mettant fin à un débat qui divise la ville depuis plus de dix ans.',
  es: 'El ayuntamiento decidió el martes reconstruir el viejo puente del puerto y puso fin a un debate que divide a la ciudad desde hace más de diez años.',
  ja: '市議会は火曜日、古い港の橋を建て替えることを決め、十年以上にわたって町を二分してきた議論に終止符を打った。',
};
const cut = (language: string, frame: string, notice: string): BadPage =>
  page(
    'truncated',
    frame,
    language,
    `Bridge ${language}`,
    `<article><h1>The bridge</h1><p>${LEAD[language]}</p><div class="paywall"><p>${notice}</p></div></article>`,
  );
const TRUNCATED: readonly BadPage[] = [
  cut('en', 'template', 'Subscribe to continue reading. Get unlimited access for $1 a week.'),
  cut('en', 'component', 'This article is for subscribers only.'),
  cut('en', 'bare', 'To read the full story, start your free trial today.'),
  cut('de', 'template', 'Jetzt weiterlesen mit dem Digital-Abo. Nur für Abonnenten.'),
  cut('fr', 'template', 'Article réservé aux abonnés. Il vous reste 85% de cet article à lire.'),
  cut('es', 'bare', 'Suscríbete para seguir leyendo.'),
  cut('ja', 'template', 'この記事は会員限定です。続きを読むには会員登録が必要です。'),
];

/** UTF-8 bytes read as another encoding. */
const misread = (text: string, encoding: string): string =>
  new TextDecoder(encoding).decode(new TextEncoder().encode(text));
const BODIES: readonly string[] = [
  'Die Bürger hörten früh von der Änderung: „Größere Häuser“ dürften künftig nur außerhalb der Altstadt stehen, erklärte der Bürgermeister. Für viele ältere Anwohner kam das überraschend.',
  'L’équipe a été prévenue très tôt : les règles changent dès l’été prochain, a déclaré le maire. À côté de la gare, les travaux ont déjà commencé.',
  'Жители узнали об этом рано утром: новые правила начнут действовать уже летом, сообщил мэр города. Для многих это стало неожиданностью.',
];
const CHARSET: readonly BadPage[] = [
  ...BODIES.map((body, at) =>
    page(
      'wrong-charset',
      'template',
      'en',
      `Misread ${at}`,
      `<article><p>${misread(body.repeat(3), 'windows-1252')}</p></article>`,
    ),
  ),
  page(
    'wrong-charset',
    'bare',
    'ru',
    'Latin',
    `<p>${'Æèòåëè óçíàëè îá ýòîì ðàíî óòðîì: íîâûå ïðàâèëà íà÷íóò äåéñòâîâàòü óæå ëåòîì. '.repeat(3)}</p>`,
  ),
  page(
    'wrong-charset',
    'bare',
    'de',
    'Replaced',
    `<p>${'Die B\ufffdrger h\ufffdrten fr\ufffdh von der \ufffdnderung in der Stra\ufffde. '.repeat(4)}</p>`,
  ),
  page(
    'wrong-charset',
    'bare',
    'zh',
    'Twice',
    `<p>${'锟斤拷锟斤拷锟斤拷锟斤拷新闻锟斤拷锟斤拷，锟斤拷'.repeat(4)}</p>`,
  ),
];

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
