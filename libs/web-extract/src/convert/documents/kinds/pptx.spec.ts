import type { DocumentSettings } from '../../../model/page/document.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles, type ZipFile } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NS = `${A} ${P} xmlns:r="${R}"`;
const rels = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

interface Slide {
  readonly shapes: string;
  readonly attributes?: string;
  readonly notes?: string;
}

function pptx(slides: readonly Slide[]): Buffer {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`);
  const master = `<p:sldMaster ${NS}><p:cSld><p:spTree/></p:cSld><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>`;
  const files: ZipFile[] = [
    ['_rels/.rels', rels(['a', 'officeDocument', 'ppt/presentation.xml'])],
    [
      'ppt/presentation.xml',
      `<p:presentation ${NS}><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    ],
    [
      'ppt/_rels/presentation.xml.rels',
      rels(...slides.map((_, at) => [`s${at}`, 'slide', `slides/slide${at}.xml`] as const)),
    ],
    ['ppt/layout.xml', `<p:sldLayout ${NS}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`],
    ['ppt/_rels/layout.xml.rels', rels(['m', 'slideMaster', 'master.xml'])],
    ['ppt/master.xml', master],
    ...slides.flatMap(({ shapes, attributes = '', notes }, at): ZipFile[] => [
      [
        `ppt/slides/slide${at}.xml`,
        `<p:sld ${NS} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      ],
      [
        `ppt/slides/_rels/slide${at}.xml.rels`,
        rels(['l', 'slideLayout', '../layout.xml'], ['n', 'notesSlide', `../notes${at}.xml`]),
      ],
      [`ppt/notes${at}.xml`, `<p:notes ${NS}><p:cSld><p:spTree>${notes ?? ''}</p:spTree></p:cSld></p:notes>`],
    ]),
  ];
  return zipFiles(files);
}

const p = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (
  placeholder: string,
  paragraphs: string,
  box?: readonly [x: number, y: number, w: number, h: number],
) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${
    box ? `<a:xfrm><a:off x="${box[0]}" y="${box[1]}"/><a:ext cx="${box[2]}" cy="${box[3]}"/></a:xfrm>` : ''
  }</p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
const title = (text: string, type = 'title') => shape(`<p:ph type="${type}"/>`, p(text));

async function markdown(slides: readonly Slide[], settings: Partial<DocumentSettings> = {}): Promise<string> {
  return (await convertBytes(pptx(slides), settings)).markdown!.trim();
}

describe('readPptx', () => {
  it('reads a slide that fills thousands of placeholders', async () => {
    const shape = (at: number) =>
      `<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="${at}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>shape ${at}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const shapes = Array.from({ length: 3_000 }, (_, at) => shape(at)).join('');
    expect((await convertBytes(pptx([{ shapes }]))).markdown).toContain('shape 2999');
  });

  it('reads footers of slides that contain nothing else, with a warning', async () => {
    const footer = shape('<p:ph type="ftr"/>', p('Harbour office')) + shape('<p:ph type="sldNum"/>', p('1'));
    const { markdown, warnings } = await convertBytes(pptx([{ shapes: title('') + footer }]));
    expect(markdown!.trim()).toBe('Harbour office');
    expect(JSON.stringify(warnings)).toContain('contains only headers, footers or comments');
    expect(await convertBytes(pptx([{ shapes: title('One') + footer }]))).not.toMatchObject({
      markdown: expect.stringContaining('Harbour office'),
    });
  });

  it('writes titles as headings, in the order of the slides, without those that are hidden', async () => {
    const slides = [
      { shapes: title('All of it', 'ctrTitle') },
      { shapes: title('Secret'), attributes: 'show="0"' },
      {
        shapes: shape('<p:ph type="body" idx="1"/>', p('text', '<a:pPr><a:buNone/></a:pPr>')) + title('One'),
      },
    ];
    expect(await markdown(slides)).toBe('# All of it\n\n## One\n\ntext');
    expect((await convertBytes(pptx(slides))).metadata.numPages).toBe(2);
  });

  it('takes marks from the master, numbers from the paragraph, and depth from levels', async () => {
    const body =
      p('one') +
      p('inner', '<a:pPr lvl="1"/>') +
      p('two') +
      p('first', '<a:pPr lvl="1"><a:buAutoNum type="arabicPeriod"/></a:pPr>');
    expect(await markdown([{ shapes: shape('<p:ph idx="1"/>', body) }])).toBe(
      '- one\n  - inner\n- two\n  1. first',
    );
  });

  it('leaves out dates, feet and slide numbers', async () => {
    const furniture = ['dt', 'ftr', 'sldNum']
      .map((type) => shape(`<p:ph type="${type}"/>`, p(`of ${type}`)))
      .join('');
    expect(await markdown([{ shapes: furniture + shape('', p('kept')) }])).toBe('kept');
  });

  it('reads what lies beside each other by columns, whatever order it was drawn in', async () => {
    const shapes =
      shape('', p('right below'), [600, 300, 400, 100]) +
      shape('', p('right'), [600, 100, 400, 100]) +
      shape('', p('left below'), [100, 320, 400, 100]) +
      shape('', p('left'), [100, 100, 400, 100]);
    expect(await markdown([{ shapes }])).toBe('left\n\nleft below\n\nright\n\nright below');
  });

  it('reads tables with spans', async () => {
    const cell = (text: string, more = '') => `<a:tc ${more}><a:txBody>${p(text)}</a:txBody></a:tc>`;
    const shapes = `<p:graphicFrame><p:nvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${cell('wide', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    expect(await markdown([{ shapes }])).toBe('| wide |  |\n| --- | --- |\n| 1 | 2 |');
  });

  it('describes pictures, opens groups and alternatives', async () => {
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p" descr="A harbour"/><p:nvPr/></p:nvPicPr></p:pic>';
    const alternative = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${shape('', p('chosen'))}</mc:Choice><mc:Fallback>${shape('', p('not'))}</mc:Fallback></mc:AlternateContent>`;
    const group = `<p:grpSp><p:nvGrpSpPr><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape('', p('grouped'))}</p:grpSp>`;
    expect(await markdown([{ shapes: picture + alternative + group }])).toBe(
      '![A harbour]()\n\nchosen\n\ngrouped',
    );
  });

  it('writes the notes of the speaker unless they are turned off, and marks slides where that is', async () => {
    const notes =
      shape('<p:ph type="sldImg"/>', p('no')) +
      shape('<p:ph type="body" idx="1"/>', p('say this', '<a:pPr><a:buNone/></a:pPr>'));
    const slides = [{ shapes: shape('', p('seen')), notes }];
    expect(await markdown(slides, { speakerNotes: false })).toBe('seen');
    const two = [...slides, { shapes: shape('', p('next')) }];
    expect(await markdown(two, { pageMarkers: true })).toBe(
      'seen\n\n> say this\n\n---\n\n<!-- page 2 -->\n\nnext',
    );
  });

  it('reads notes in text boxes without a placeholder', async () => {
    const notes = shape('', p('remember')) + shape('<p:ph type="sldNum"/>', p('7'));
    expect(await markdown([{ shapes: shape('', p('seen')), notes }])).toBe('seen\n\n> remember');
  });

  it('reads as many slides as are wanted, and says that there are more', async () => {
    const slides = [1, 2, 3].map((at) => ({ shapes: shape('', p(`slide ${at}`)) }));
    const { markdown: text, warnings } = await convertBytes(pptx(slides), { maxPages: 2 });
    expect(text!.trim()).toBe('slide 1\n\nslide 2');
    expect(warnings.join()).toContain('more than 2 pages');
  });
});
