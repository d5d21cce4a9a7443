import { decodeText, type TextHints } from './decode-text.js';
import { encodingOf } from './encodings.js';

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Inverse of TextDecoder, built by decoding every byte and pair of bytes. */
function encodeAs(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Buffer.from([...text].flatMap((char) => table.get(char) ?? fail(`${char} is not in ${encoding}`)));
}

function fail(message: string): never {
  throw new Error(message);
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    const decoder = new TextDecoder(encoding, { fatal: true });
    try {
      // Not in one call: some releases of Node then decode windows-1252 as Latin-1.
      const char = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes);
      return true;
    } catch {
      return false; // not a character in this encoding
    }
  };
  for (let lead = 0; lead < 256; lead++) {
    if (!learn(lead)) for (let trail = 0x30; trail < 256; trail++) learn(lead, trail);
  }
  return table;
}

const page = (text: string, head = '') =>
  `<!doctype html><html><head>${head}<title>t</title></head><body><nav><a href="/">Home</a></nav><p>${text}</p><p>plain words</p></body></html>`;
const html = (charset: string | null = null): TextHints => ({ charset, declaration: 'html' });

const SENTENCES: readonly [encoding: string, text: string][] = [
  [
    'windows-1252',
    'Portez ce vieux whisky au juge blond qui fume à côté, dès Noël, près du café où l’été s’achève.',
  ],
  ['windows-1252', 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Schöne Grüße aus Köln!'],
  [
    'windows-1252',
    'El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia y frío; añoraba a su querido cachorro.',
  ],
  ['windows-1252', 'Å få æren av å være på øya før høsten er så mye bedre enn å gå på skøyter.'],
  [
    'windows-1252',
    'Pranzo d’acqua fa volti sghembi, perché la città più bella è già là: ciò che farò è così.',
  ],
  [
    'windows-1252',
    'À noite, vovô Kowalsky vê o ímã cair no pé do pinguim queixoso e vovó põe açúcar no chá de tâmaras.',
  ],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Nechť již hříšné saxofony rozezvučí síň.'],
  ['iso-8859-2', 'Pchnąć w tę łódź jeża lub ośm skrzyń fig. Zażółć gęślą jaźń, mężny bądź, chroń pułk twój.'],
  [
    'windows-1250',
    'Árvíztűrő tükörfúrógép. Jó foxim és don Quijote húszwattos lámpánál ülve egy pár bűvös cipőt készít.',
  ],
  ['windows-1254', 'Pijamalı hasta yağız şoföre çabucak güvendi. Öküz ajan hapse düştü, yavrum ocağı söndü.'],
  [
    'windows-1257',
    'Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą, žemė šėlo ąžuolų ūksmėje.',
  ],
  ['windows-1251', 'Съешь же ещё этих мягких французских булок, да выпей чаю.'],
  ['koi8-u', 'Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства.'],
  ['ibm866', 'В чащах юга жил бы цитрус? Да, но фальшивый экземпляр!'],
  ['iso-8859-5', 'Эх, чужак, общий съём цен шляп — вдрызг!'.replace('—', '-')],
  ['windows-1251', 'Жебракують філософи при ґанку церкви в Гадячі, ще й шатро їхнє п’яне знаємо.'],
  ['windows-1253', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία και τα μάτια σου που κοιτάζουν μακριά.'],
  ['windows-1255', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה נחמדה שאיתה הלך הביתה'],
  ['windows-1256', 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق'],
  ['windows-874', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน'],
  ['shift_jis', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
  ['euc-jp', '春はあけぼの。やうやう白くなりゆく山ぎは、すこしあかりて。'],
  ['gbk', '天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。我们在这里学习中文的历史。'],
  ['big5', '床前明月光，疑是地上霜。舉頭望明月，低頭思故鄉。我們在這裡學習。'],
  ['euc-kr', '나랏말싸미 중국에 달아 문자와로 서로 사맛디 아니할쎄 이런 까닭으로'],
];

describe('decodeText', () => {
  it.each(SENTENCES)('reads %s without any declaration: %s', (encoding, text) => {
    const decoded = decodeText(encodeAs(page(text), encoding), html());
    expect(decoded.text).toBe(page(text));
    expect(decoded.certain).toBe(false);
  });

  it.each(SENTENCES)('reads %s by its header, its meta and its pragma: %s', (encoding, text) => {
    const pragma = `<meta http-equiv=Content-Type content='text/html; charset=${encoding}'>`;
    const meta = `<meta charset="${encoding}">`;
    expect(decodeText(encodeAs(page(text), encoding), html(encoding))).toMatchObject({
      text: page(text),
      encoding,
    });
    expect(decodeText(encodeAs(page(text, meta), encoding), html()).text).toBe(page(text, meta));
    expect(decodeText(encodeAs(page(text, pragma), encoding), html()).text).toBe(page(text, pragma));
  });

  it.each(SENTENCES)('reads %s that is said to be UTF-8: %s', (encoding, text) => {
    const decoded = decodeText(encodeAs(page(text), encoding), html('utf-8'));
    expect(decoded).toMatchObject({ text: page(text), declared: 'utf-8', certain: false });
  });

  it('reads one accented letter of a page that lies', () => {
    const body = Buffer.from(page('Café', '<meta charset="utf-8">'), 'latin1');
    expect(decodeText(body, html('utf-8')).text).toContain('Café');
  });

  it('lets a byte order mark win over everything, and drops it', () => {
    const text = page('Zwölf — 東京');
    expect(decodeText(Buffer.from(`\ufeff${text}`), html('koi8-r'))).toMatchObject({
      text,
      encoding: 'utf-8',
    });
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(decodeText(wide, html('utf-8'))).toMatchObject({ text, encoding: 'utf-16le', certain: true });
    expect(decodeText(wide.swap16(), html())).toMatchObject({ text, encoding: 'utf-16be' });
  });

  it('lets the header win over the page', () => {
    const text = page('Zwölf', '<meta charset="koi8-r">');
    expect(decodeText(Buffer.from(text), html('utf-8')).text).toBe(text);
  });

  it('reads UTF-8 that declares nothing, or something else', () => {
    const text = page('Zwölf Boxkämpfer — 東京 Привет');
    expect(decodeText(Buffer.from(text), html())).toMatchObject({ text, encoding: 'utf-8', certain: true });
    expect(decodeText(Buffer.from(text), html('iso-8859-1'))).toMatchObject({ text, certain: false });
  });

  it('reads UTF-16 without a mark, said or unsaid', () => {
    const body = Buffer.from(page('Sixteen bits'), 'utf16le');
    expect(decodeText(body, html()).text).toBe(page('Sixteen bits'));
    expect(decodeText(Buffer.from('東京は夜の七時', 'utf16le'), html('utf-16')).text).toBe('東京は夜の七時');
    expect(decodeText(Buffer.from(body).swap16(), html('utf-16le')).encoding).toBe('utf-16be');
  });

  it('does not believe that ASCII is UTF-16', () => {
    expect(decodeText(Buffer.from(page('plain')), html('utf-16')).text).toBe(page('plain'));
    const meta = page('Zwölf', '<meta charset="utf-16">');
    expect(decodeText(Buffer.from(meta), html()).text).toBe(meta);
  });

  it('keeps UTF-8 with a stray byte, and UTF-8 that was cut', () => {
    const text = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Deich';
    const stray = Buffer.concat([Buffer.from(text), Buffer.from([0xe9]), Buffer.from(' end')]);
    expect(decodeText(stray, html())).toMatchObject({ text: `${text}\ufffd end`, encoding: 'utf-8' });
    expect(decodeText(Buffer.from('Größe').subarray(0, 5), html('utf-8')).text).toBe('Grö\ufffd');
  });

  it('reads Japanese in seven bits', () => {
    const body = Buffer.from('1b2442467c4b5c386c1b2842', 'hex');
    expect(decodeText(body, html()).text).toBe('日本語');
    expect(decodeText(body, html('iso-2022-jp'))).toMatchObject({ text: '日本語', certain: true });
  });

  it('finds a declaration behind the first kilobyte when the bytes need one', () => {
    const head = `<script>${'/* filler */'.repeat(200)}</script><meta charset="koi8-r">`;
    expect(decodeText(encodeAs(page('Да', head), 'koi8-r'), html()).text).toBe(page('Да', head));
  });

  it('does not believe a declaration that the first kilobyte cuts', () => {
    const tag = '<meta charset=iso-8859-15';
    const filler = (visible: number) => `<!-- ${'x'.repeat(1024 - visible - 9)} -->`;
    const read = (visible: number) =>
      decodeText(Buffer.from(page('5 \xa4', filler(visible) + tag + '>').slice(27), 'latin1'), html())
        .encoding;
    for (let visible = tag.length - 4; visible <= tag.length + 1; visible++)
      expect([visible, read(visible)]).toEqual([visible, 'iso-8859-15']);
    expect(decodeText(Buffer.from('<meta charset=euc-jp', 'latin1'), html()).declared).toBeNull();
  });

  it('reads the declaration of XML only where XML is meant', () => {
    const body = encodeAs('<?xml version="1.0" encoding="windows-1251"?><a>Да</a>', 'windows-1251');
    expect(decodeText(body, { charset: null, declaration: 'xml' }).text).toContain('<a>Да</a>');
    expect(decodeText(body, { charset: null, declaration: 'none' }).declared).toBeNull();
  });

  it('knows every label of the standard, those that Node lacks too', () => {
    expect(decodeText(Buffer.from([0xaa, 0xba]), html('iso-8859-16')).text).toBe('Șș');
    expect(decodeText(Buffer.from([0x41, 0x80]), html('x-user-defined')).text).toBe('A\uf780');
    expect(decodeText(Buffer.from([0xe9, 0xe0]), html('iso-8859-8-i')).text).toBe('יא');
    expect(['latin1', ' ISO_8859-1:1987 ', 'x-sjis', 'hz-gb-2312', 'nonsense', ''].map(encodingOf)).toEqual([
      'windows-1252',
      'windows-1252',
      'shift_jis',
      null,
      null,
      null,
    ]);
    expect(['constructor', '__proto__', 'valueof'].map(encodingOf)).toEqual([null, null, null]);
  });

  it('ignores a declaration in a comment, and takes the first that can be used', () => {
    const head =
      '<!-- <meta charset="koi8-r"> --><meta charset="nonsense"><meta content="text/html; charset=windows-1251" http-equiv="content-type">';
    expect(decodeText(encodeAs(page('Да', head), 'windows-1251'), html())).toMatchObject({
      text: page('Да', head),
      declared: 'windows-1251',
      certain: true,
    });
  });

  it('decodes any bytes without throwing', () => {
    for (let seed = 1; seed < 50; seed++) {
      const body = Uint8Array.from({ length: 300 }, (_, at) => (at * at * seed + seed * 31) % 256);
      for (const charset of [null, 'utf-8', 'big5', 'utf-16', 'iso-2022-jp', 'x-user-defined']) {
        expect(typeof decodeText(body, html(charset)).text).toBe('string');
      }
    }
  });
});
