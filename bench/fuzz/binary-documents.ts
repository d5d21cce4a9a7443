import { compoundFile } from '../../libs/documents/src/containers/cfb/compound-files.fixture.js';
import {
  xlsbParts,
  cell,
  record,
  row,
  u16,
  u32,
  wide,
} from '../../libs/documents/src/sheets/xlsb/xlsb-files.fixture.js';
import {
  outlineText,
  pptStreams,
  shape,
  table,
  text,
} from '../../libs/documents/src/slides/ppt/ppt-files.fixture.js';
import {
  dataAt,
  docStreams,
  formField,
  IN_TABLE,
  inList,
  ROW_END,
} from '../../libs/documents/src/word/doc/doc-files.fixture.js';

export { compoundFile };

/** Streams of compound files. */
export const STREAMS = {
  'a.ppt': pptStreams([
    { shapes: [shape([0, 0, 500, 50], text(0, 'Quay')), shape([0, 100, 500, 100], text(1, 'one\rtwo', [[0, true], [1, false]]))], notes: 'spoken' },
    { shapes: [shape([0, 0, 500, 50], outlineText(0)), table([0, 100, 200, 100], [['a', 'b'], ['1', '2']])], outline: [text(0, 'Lantern')], isHidden: true },
  ]),
  'a.doc': docStreams({
    parts: [
      { text: 'Quay\r', style: 1, paragraph: inList(1) },
      { text: 'said\x02 \x08 \x13 FORMDROPDOWN ' },
      { text: '\x01', letters: dataAt(0) },
      { text: '\x14\x15\r', paragraph: inList(1, 1) },
      { text: 'a\x07', paragraph: IN_TABLE },
      { text: '\x07', paragraph: ROW_END },
    ],
    styles: ['Normal', 'heading 1'],
    lists: [[{ format: 39, text: '第%1条' }, ...Array.from({ length: 8 }, () => ({ format: 1, text: '%1.%2', isLegal: true }))]],
    notes: [{ mark: 9, text: 'a note' }],
    boxes: [{ anchor: 11, text: 'in a box\r' }],
    heads: 'Head\r',
    data: formField(2, 1, ['No', 'Yes']),
  }),
}; // prettier-ignore

/** Files of an archive. */
export const ARCHIVES = {
  'a.xlsb': Object.fromEntries(
    xlsbParts(
      [
        { name: 'S', records: [record(60, u32(1, 1, 0, 0), u16(1)), row(0), cell(7, 0, u32(0)), cell(6, 1, wide('text')), row(1, true), cell(2, 0, u32(6)), record(176, u32(0, 0, 0, 1)), record(161, u32(0, 1, 0, 1))] },
        { name: 'Hidden', records: [row(0), cell(9, 0, u32(0, 0))], isHidden: true },
      ],
      ['shared'],
    ),
  ),
}; // prettier-ignore
