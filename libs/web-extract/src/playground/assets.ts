import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../model/errors.js';
import { ASSET_FOLDER } from './asset-folder.js';
import { kept } from '../model/kept.js';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Made by the build: a word, and a hash of the content. */
const NAME = /^[a-z]+-[A-Z\d]{8}\.(js|css)$|^licences\.(txt)$|^openapi\.(json)$/;

/** Files outside the folder of the page, relative to it. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'openapi.json': '../../docs/openapi.json' };

export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly zipped: Buffer;
}

/** The files of the page as they lie in the package, each read once. */
@Injectable()
export class Assets {
  private readonly known = kept('parts', new Map<string, Promise<Asset>>());

  /** The page, with places for where its files and the API lie. */
  page(): Promise<Asset> {
    return this.read('index.html', 'text/html; charset=utf-8');
  }

  /** @throws NotFoundError for names that the build did not make */
  async file(name: string): Promise<Asset> {
    const ending = NAME.exec(name)?.slice(1).find(Boolean) ?? '';
    const type = TYPES[ending];
    if (type === undefined) throw new NotFoundError();
    return this.read(name, type);
  }

  private read(name: string, type: string): Promise<Asset> {
    const known = this.known.get(name) ?? load(name, type);
    this.known.set(name, known);
    known.catch(() => this.known.delete(name)); // any name may be asked for
    return known;
  }
}

async function load(name: string, type: string): Promise<Asset> {
  try {
    const bytes = await readFile(join(ASSET_FOLDER, ELSEWHERE[name] ?? name));
    return { type, bytes, zipped: await promisify(gzip)(bytes) };
  } catch (cause) {
    throw new NotFoundError('Not found', { cause });
  }
}
