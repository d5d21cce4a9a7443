import { page, type BadPage } from './bad-page.fixture.js';

export const BOT_CHECKS: readonly BadPage[] = [
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

export const LOGIN_WALLS: readonly BadPage[] = [
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

export const COOKIE_WALLS: readonly BadPage[] = [
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
