import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, type ReadResourceResult, type Resource } from '@modelcontextprotocol/server';
import { presentCrawl, presentCrawledPage } from '../api/v2/crawls/crawl.presenter.js';
import { NotFoundError } from '../model/errors.js';
import { CrawlService } from '../services/crawl/crawl.service.js';
import { Core } from './core.js';

const MAX_LISTED = 100;
const ADDRESS = /^web-extract:\/\/crawl\/([\w-]{1,64})(?:\/documents\/(\d{1,9}))?$/;

export const TEMPLATES = [
  {
    uriTemplate: 'web-extract://crawl/{id}',
    name: 'crawl',
    title: 'State of a crawl',
    description: 'How far a crawl or batch is, without its pages',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'web-extract://crawl/{id}/documents/{n}',
    name: 'document',
    title: 'A page of a crawl',
    description: 'The markdown of one page; pages are numbered from 0 in reading order',
    mimeType: 'text/markdown',
  },
];

/** The jobs of a caller, as things to be read. */
@Injectable()
export class Resources {
  constructor(private readonly core: Core) {}

  /** The newest jobs. */
  async list(owner: string): Promise<Resource[]> {
    const jobs = await this.core.get(CrawlService).recent(owner, MAX_LISTED);
    return jobs.map(({ id, request, createdAt }) => ({
      uri: `web-extract://crawl/${id}`,
      name: id,
      title: request.kind === 'batch' ? 'Batch' : `Crawl of ${request.url}`,
      description: `Started ${new Date(createdAt).toISOString()}`,
      mimeType: 'application/json',
    }));
  }

  /** @throws ResourceNotFoundError */
  async read(uri: string, owner: string): Promise<ReadResourceResult> {
    const [, id, n] = ADDRESS.exec(uri) ?? [];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    try {
      return {
        contents: [n === undefined ? await this.state(uri, id, owner) : await this.page(uri, id, +n, owner)],
      };
    } catch (error) {
      throw error instanceof NotFoundError ? new ResourceNotFoundError(uri, error.message) : error;
    }
  }

  private async state(uri: string, id: string, owner: string) {
    const { success: _, ...state } = presentCrawl(await this.core.get(CrawlService).status(id, owner));
    return { uri, mimeType: 'application/json', text: JSON.stringify({ id, ...state }) };
  }

  private async page(uri: string, id: string, n: number, owner: string) {
    const crawls = this.core.get(CrawlService);
    const job = await crawls.status(id, owner);
    const { pages } = await crawls.results(id, { from: n, maxPages: 1 }, owner);
    const page = pages[0] && presentCrawledPage(pages[0], job);
    if (!page) throw new NotFoundError('The crawl has no such page');
    return page.markdown === undefined
      ? { uri, mimeType: 'application/json', text: JSON.stringify(page) } // it was asked for in other formats
      : { uri, mimeType: 'text/markdown', text: page.markdown };
  }
}
