import { stripUploads } from './strip-uploads.js';

const sift = async (text: string) => {
  const { bytes, file } = await stripUploads(Buffer.from(text));
  return { text: String(bytes), file: file && String(file) };
};
const LONG = 'QUJD'.repeat(100_000);

describe('stripUploads', () => {
  it.each([
    ['an ordinary call', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    [
      'a thousand addresses',
      JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `http://a.example/${at}`)),
    ],
    ['texts full of brackets', JSON.stringify(Array(10).fill('[{,\\"'.repeat(8_000)))],
    ['what is no JSON', '{"a": [}'],
    ['nothing', ''],
    ['a hundred levels', '['.repeat(100) + ']'.repeat(100)],
  ])('leaves %s as it is', async (_, text) => {
    expect(await sift(text)).toEqual({ text, file: null });
  });

  it.each(['"content":', '"content" :\n  '])('takes the file behind %j out', async (key) => {
    const of = (content: string) => `{"params":{${key}"${content}","fileName":"a.pdf"}}`;
    expect(await sift(of(LONG))).toEqual({ text: of(''), file: LONG });
    const lines = LONG.replace(/.{76}/g, '$&\\n');
    expect(await sift(of(lines))).toEqual({ text: of(''), file: lines });
  });

  it.each([
    ['a long text that is no file', `{"url":"${LONG}"}`, 413],
    ['a long name', `{"${LONG}":1}`, 413],
    ['a long text in a list', `["content","${LONG}"]`, 413],
    ['a long method', `{"no-content":"${LONG}"}`, 413],
    ['two files', `{"content":"${LONG}","x":{"content":"${LONG}"}}`, 413],
    ['a megabyte of blanks', ' '.repeat(1_048_577), 413],
    ['a number that fills it', '1'.repeat(1_048_577), 413],
    ['a text without end', `{"content":"${'A'.repeat(1_048_577)}`, 413],
    ['many values', `[${'1,'.repeat(5_001)}1]`, 400],
    ['many names', `{${Array.from({ length: 5_001 }, (_, at) => `"k${at}":1`).join(',')}}`, 400],
    ['many empty lists', '[]'.repeat(5_001), 400],
    ['many brackets that open', '['.repeat(111), 400],
    ['many values behind a file', `{"content":"${LONG}","a":[${'1,'.repeat(5_001)}1]}`, 400],
  ])('refuses %s', async (_, text, status) => {
    await expect(sift(text)).rejects.toMatchObject({ status });
  });

  it('is not misled by marks and slashes at the end of a step', async () => {
    const step = 256 * 1024;
    const of = (content: string) => `{"content":"${content}"}`;
    const at = step - '{"content":"'.length - 1;
    for (const content of ['\\"', '\\\\', '\\u0041'].map(
      (escape) => 'A'.repeat(at) + escape + 'A'.repeat(9),
    )) {
      expect(await sift(of(content))).toEqual({ text: of(''), file: content });
    }
  });
});
