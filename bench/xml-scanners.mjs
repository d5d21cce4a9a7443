// Compares the scanner of XML parts with an adapter over htmlparser2's tokenizer: same events, and processor time in alternating runs.
// Build first (npm run build:lib), then: node bench/xml-scanners.mjs <folder of docx, xlsx, pptx and OpenDocument files> [rounds]
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { Tokenizer } from 'htmlparser2';
import { scanXml } from '../libs/documents/build/containers/xml/scan-xml.js';
import { decodeXmlReferences } from '../libs/documents/build/markup/decode/xml-references.js';

const [folder, rounds = '15'] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder with documents');
const WARM_ROUNDS = 4;
const MAX_ATTRIBUTES = 100;

/** Passes the tokens on as events of the scanner. */
class TokenEvents {
  name = '';
  attribs = null;
  attribute = '';
  value = '';
  count = 0;

  constructor(source, events) {
    this.source = source;
    this.events = events;
  }

  onopentagname(start, end) {
    this.name = this.source.slice(start, end);
    this.attribs = null;
    this.count = 0;
  }

  onattribname(start, end) {
    this.attribute = this.source.slice(start, end);
    this.value = '';
  }

  onattribdata(start, end) {
    this.value += this.source.slice(start, end);
  }

  onattribend() {
    if (!this.events.takesAttributes || ++this.count > MAX_ATTRIBUTES) return;
    this.attribs ??= {};
    this.attribs[this.attribute] ??= decodeXmlReferences(this.value);
  }

  onopentagend() {
    this.events.open(this.name, this.attribs, false);
  }

  onselfclosingtag() {
    this.events.open(this.name, this.attribs, true);
  }

  onclosetag(start, end) {
    this.events.close(this.source.slice(start, end));
  }

  ontext(start, end) {
    if (this.events.takesText) this.events.text(decodeXmlReferences(this.source.slice(start, end)));
  }

  oncdata(start, end, offset) {
    if (this.events.takesText) this.events.text(this.source.slice(start, end - offset));
  }

  oncomment() {
    this.events.other();
  }

  ondeclaration() {
    this.events.other();
  }

  onprocessinginstruction() {
    this.events.other();
  }

  onattribentity() {}
  ontextentity() {}
  onend() {}
}

function scanTokens(source, events) {
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, new TokenEvents(source, events));
  tokenizer.write(source);
  tokenizer.end();
}

/** Keeps the events; texts that follow each other are one. */
class Recorder {
  takesText = true;
  takesAttributes = true;
  innermost = null; // each end tag is reported by its name
  events = [];
  pending = '';

  other() {}

  text(text) {
    this.pending += text;
  }

  open(...element) {
    this.end();
    this.events.push(element);
  }

  close(name) {
    this.end();
    this.events.push(name);
  }

  end() {
    if (this.pending !== '') this.events.push([this.pending]);
    this.pending = '';
  }
}

class Counter {
  takesText = true;
  takesAttributes = true;
  innermost = null;
  count = 0;
  other() {}
  text(text) {
    this.count += text.length;
  }
  open() {
    this.count++;
  }
  close() {
    this.count++;
  }
}

const parts = partsIn(folder);
const unequal = parts.filter(
  (part) => !isDeepStrictEqual(eventsOf(scanXml, part), eventsOf(scanTokens, part)),
);
const ratios = [];
const ms = { scanner: [], tokenizer: [] };
for (let round = -WARM_ROUNDS; round < Number(rounds); round++) {
  const times = {};
  const order = [
    ['scanner', scanXml],
    ['tokenizer', scanTokens],
  ];
  for (const [name, scan] of round % 2 === 0 ? order : order.reverse()) times[name] = cpuMsOf(scan);
  if (round < 0) continue;
  ratios.push(times.tokenizer / times.scanner);
  for (const name of Object.keys(ms)) ms[name].push(times[name]);
}
const characters = parts.reduce((total, part) => total + part.length, 0);
console.log(
  `${parts.length} parts, ${(characters / 1e6).toFixed(1)} million characters, ${unequal.length} with other events`,
);
console.log(
  `scanner ${at(ms.scanner, 0.5).toFixed(0)} ms, tokenizer ${at(ms.tokenizer, 0.5).toFixed(0)} ms, ratio ${at(ratios, 0.5).toFixed(2)} (quartiles ${at(ratios, 0.25).toFixed(2)} to ${at(ratios, 0.75).toFixed(2)})`,
);

function partsIn(root) {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.(?:docx|xlsx|pptx|od[tsp])$/.test(path))
    .flatMap((path) => readParts(join(root, path)));
}

function readParts(path) {
  try {
    const files = Object.entries(unzipSync(readFileSync(path)));
    return files
      .filter(([name]) => /\.(?:xml|rels)$/.test(name))
      .map(([, bytes]) => Buffer.from(bytes).toString());
  } catch {
    return []; // encrypted or damaged
  }
}

function eventsOf(scan, part) {
  const recorder = new Recorder();
  scan(part, recorder);
  recorder.end();
  return recorder.events;
}

function cpuMsOf(scan) {
  const before = process.cpuUsage();
  for (const part of parts) scan(part, new Counter());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function at(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))];
}
