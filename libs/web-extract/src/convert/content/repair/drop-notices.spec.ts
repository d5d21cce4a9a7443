import { convertArticle, PARAGRAPHS } from './article-page.fixture.js';

describe('A notice of the site to its readers', () => {
  it.each([
    'Advertisement',
    'Story continues below advertisement',
    'Sign up for our free daily newsletter and read the news of the islands first.',
    'Like what you read? Subscribe to get the news of the islands in your inbox.',
    'Melden Sie sich hier für unseren Newsletter an, der jeden Morgen erscheint.',
    'Follow News Example on Facebook and Instagram.',
    'Click here to get the News Example app',
    '¿Ya lo sabías? Únete a nuestro canal de Telegram en este enlace.',
    'If you buy something using links in our stories, we may earn a commission.',
    'Um diesen Beitrag zu kommentieren, müssen Sie angemeldet sein.',
    'There are no comments yet',
    'Register now for a push alert',
    'Siga-nos no canal do News Example',
    'Nur angemeldete Nutzer dürfen hier schreiben.',
    'Externer Inhalt',
    'この記事は会員限定です。会員登録すると全文をお読みいただけます。',
  ])('is no part of an article: %s', (notice) => {
    const markdown = convertArticle({ between: `<p>${notice}</p>` });
    expect(markdown).not.toContain(notice);
    for (const paragraph of PARAGRAPHS) expect(markdown).toContain(paragraph);
  });

  it.each([
    'The council asked the people of both islands to sign up by Friday for one of the first trips of the ferry.',
    'Whoever sold tickets before the repairs will receive compensation, a judge decided on Monday.',
    'The northern island is already a member of the union of harbours, which pays a part of it.',
    'Die Polizei verfolgte die Berichte auf Telegram und meldete sich am Abend bei der Reederei.',
    'Die Bürger hatten eine Kundgebung angemeldet, nach der es eine Diskussion mit dem Rat gab.',
    '“If the ferry stays in the dock we get no compensation for the damage,” said the farmer.',
    '“You are already a member of the alliance,” he told the mayor of the northern island.',
    'The hospital asks: please consider donating blood before the holidays begin.',
    '他说，这部电影让更多人关注我们身边的环境和动物。',
    'Seine Nachbarn sagen: Viele unterstützen uns mit Spenden, seit die Fähre im Dock liegt.',
  ])('is not a sentence of the text: %s', (sentence) => {
    expect(convertArticle({ between: `<p>${sentence}</p>` })).toContain(sentence);
  });

  it('is not a line of the text that names its topics without links', () => {
    const list = '<p>Topics: <a href="/tags/ferries">ferries</a>, <a href="/tags/islands">islands</a></p>';
    expect(convertArticle({ between: list })).not.toContain('Topics');
    const line = 'Topics: the ferry, its engine and the fund for the roads of the islands.';
    expect(convertArticle({ between: `<p>${line}</p>` })).toContain(line);
  });

  it('is kept in an article about such notices, and on a page that states no article', () => {
    const notice = 'Sign up for our free daily newsletter and read the news of the islands first.';
    const between = `<p>${notice}</p>`;
    expect(convertArticle({ between, title: 'How newsletters are written' })).toContain(notice);
    expect(convertArticle({ between, type: 'WebPage' })).toContain(notice);
  });
});
