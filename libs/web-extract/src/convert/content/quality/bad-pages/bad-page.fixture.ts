import type { QualityFlag } from '../../../../model/page/page.js';

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

/** Layouts around a message: none, a classic template, the markup of a component framework, old tables. */
export const FRAMES: Readonly<Record<string, Frame>> = {
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

/** @param frame one of the names above */
export const page = (
  flag: QualityFlag,
  frame: string,
  language: string,
  title: string,
  body: string,
): BadPage => ({
  name: `${flag}: ${title} (${language}, ${frame})`,
  flag,
  html: FRAMES[frame]!(title, body, language),
});
