import { createRequire } from 'node:module';
import { join } from 'node:path';

/** LangChain's packages live in a folder of their own: they are large, and their peers would change the other clients. */
const requireLangChain = createRequire(join(__dirname, '..', 'clients', 'langchain', 'package.json'));

interface LoaderSettings {
  readonly url: string;
  readonly mode?: 'scrape' | 'crawl' | 'map';
  readonly apiKey?: string;
  readonly apiUrl?: string;
  readonly params?: object;
}

interface LoadedDocument {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** `FireCrawlLoader` of `@langchain/community`, with the `@mendable/firecrawl-js` it asks for. */
export function fireCrawlLoader(settings: LoaderSettings): { load(): Promise<LoadedDocument[]> } {
  const { FireCrawlLoader } = requireLangChain('@langchain/community/document_loaders/web/firecrawl');
  return new FireCrawlLoader(settings);
}
