import { Injectable } from '@nestjs/common';
import { ActivityService } from '../../services/activity/activity.service.js';
import { ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { joinPath, type RouteMetadata } from '../mounting/route-metadata.js';
import { kept } from '../../model/kept.js';

/** Endpoint names in the activity log, by path below the prefix. */
const ENDPOINTS: readonly { readonly path: RegExp; readonly endpoint: string }[] = [
  { path: /^\/(v\d)\/scrape$/, endpoint: 'scrape' },
  { path: /^\/(r)(\/\*\w*)?$/, endpoint: 'scrape' },
  { path: /^\/(v\d)\/crawl$/, endpoint: 'crawl' },
  { path: /^\/(v\d)\/batch\/scrape$/, endpoint: 'batch_scrape' },
  { path: /^\/(v\d)\/map$/, endpoint: 'map' },
  { path: /^\/(v\d)\/search$/, endpoint: 'search' },
  { path: /^\/(v\d)\/extract$/, endpoint: 'extract' },
  { path: /^\/(v\d)\/parse$/, endpoint: 'parse' },
];

/** Names of the endpoints in the list. */
export const ENDPOINT_NAMES: readonly string[] = [...new Set(ENDPOINTS.map(({ endpoint }) => endpoint))];

/** A response of Express, or a reply of Fastify, with its request. */
export interface AnsweredResponse {
  readonly req?: SentRequest;
  readonly request?: SentRequest;
  getHeader(name: string): unknown;
}

/** A request with its parsed body. */
type SentRequest = IncomingRequest & { readonly method: string; readonly body?: unknown };

/** An endpoint of the activity log, with the version of the API. */
interface RecordedRoute {
  readonly endpoint: string;
  readonly version: string;
}

/** Adds accepted requests to the list of their owner. */
@Injectable()
export class ActivityRecorder {
  /** Null for routes that are not recorded. There are as many as routes of the module. */
  private readonly routes = kept('parts', new Map<RouteMetadata, RecordedRoute | null>());

  constructor(private readonly activity: ActivityService) {}

  /** @param body the response */
  record(mark: RouteMetadata, response: AnsweredResponse, body: unknown): void {
    const { req, request = req } = response;
    const route = this.routeOf(mark);
    if (!route || !request) return;
    const { endpoint, version } = route;
    if (request.method !== 'POST' && version !== 'r') return;
    const target = version === 'r' ? pageUrlOf(response) : targetOf(request);
    this.activity.note({
      owner: ownerOf(request),
      endpoint,
      version,
      id: idOf(body),
      ...target,
    });
  }

  private routeOf(mark: RouteMetadata): RecordedRoute | null {
    const known = this.routes.get(mark);
    if (known !== undefined) return known;
    const route = recordedRouteOf(mark);
    this.routes.set(mark, route);
    return route;
  }
}

function recordedRouteOf({ path, base }: RouteMetadata): RecordedRoute | null {
  const route = joinPath(path.slice(base.length));
  const found = ENDPOINTS.find((one) => one.path.test(route));
  return found ? { endpoint: found.endpoint, version: found.path.exec(route)![1]! } : null;
}

interface Target {
  readonly target: string | null;
  readonly isAddress: boolean;
}

const NO_TARGET: Target = { target: null, isAddress: false };

/** Target of a request; empty if the caller requested zero data retention. */
function targetOf({ body, webExtractUpload: upload }: SentRequest): Target {
  if (upload)
    return isPrivate(parsed(upload.options))
      ? NO_TARGET
      : { target: upload.file?.name ?? null, isAddress: false };
  const { url, urls, query, prompt, scrapeOptions } = fieldsOf(body);
  if (isPrivate(body) || isPrivate(scrapeOptions)) return NO_TARGET;
  const address = [url, Array.isArray(urls) ? urls[0] : undefined].find((one) => typeof one === 'string');
  if (address !== undefined) return { target: address as string, isAddress: true };
  const words = [query, prompt].find((one) => typeof one === 'string');
  return { target: (words as string | undefined) ?? null, isAddress: false };
}

function pageUrlOf(response: AnsweredResponse): Target {
  const url = response.getHeader('X-Page-Url');
  return typeof url === 'string' ? { target: url, isAddress: true } : NO_TARGET;
}

const isPrivate = (body: unknown): boolean => fieldsOf(body)['zeroDataRetention'] === true;

/** The id that the response names. */
function idOf(body: unknown): string | undefined {
  const { id, jobId, data } = fieldsOf(body);
  const { scrapeId } = fieldsOf(fieldsOf(data)['metadata']);
  return [id, jobId, scrapeId].find((one) => typeof one === 'string') as string | undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // was answered with 400
  }
}
