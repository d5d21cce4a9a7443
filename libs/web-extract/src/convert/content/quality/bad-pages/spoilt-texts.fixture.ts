import { page, type BadPage } from './bad-page.fixture.js';

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
export const TRUNCATED: readonly BadPage[] = [
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
export const CHARSET: readonly BadPage[] = [
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
