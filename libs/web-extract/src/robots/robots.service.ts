import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { RobotsRules } from '../web/robots/parse-robots.js';
import { RobotsGate } from '../web/robots/robots-gate.js';
import type { SiteRobots } from '../web/robots/site-robots.js';
import { validateUrl, type PageUrl } from '../web/url/validate-url.js';
import { parseAllowList } from '../web/url/allow-list.js';
import { BlockedAddressError, InvalidRequestError, WebExtractError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import { ofApplication } from '../services/of-application.js';
import { RunningWork } from '../services/running-work.js';
import type { RobotsQuestion, RobotsVerdict } from './robots-verdict.js';

const ROBOTS_PATH = '/robots.txt';
/** Leading product token. */
const AGENT = /^[\w-]+/;

/**
 * Reports if a URL may be crawled, and the rule of robots.txt that decides. Uses the same rules, fetcher and cache as crawls.
 */
@Injectable()
export class RobotsService {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * Evaluates the robots.txt of the URL's origin. If the file is `unreachable`, no URL is allowed.
   *
   * @throws InvalidUrlError, BlockedAddressError, InvalidRequestError (`agent` is no product token), UnavailableError (overloaded or
   * shutting down); the reason of `signal`
   */
  async explain(
    url: string,
    { agent, owner }: RobotsQuestion = {},
    signal?: AbortSignal,
  ): Promise<RobotsVerdict> {
    const { allowPrivate, robotsUserAgent } = this.of(ResolvedOptions);
    const page = validateUrl(url, parseAllowList(allowPrivate));
    const token = tokenOf(agent ?? robotsUserAgent);
    const robots = await this.of(RunningWork).run(
      (under) => this.of(RobotsGate).rulesFor(page.href, under, owner),
      signal,
    );
    if (robots.failure instanceof BlockedAddressError) throw robots.failure;
    const rules = token === robotsUserAgent ? robots : robots.forAgent(token);
    return { url: page.href, agent: token, ...whatIsSaid(robots, rules, page) };
  }

  /** Checks if a URL may be crawled. @throws the errors of `explain` */
  async isAllowed(url: string, question?: RobotsQuestion, signal?: AbortSignal): Promise<boolean> {
    return (await this.explain(url, question, signal)).allowed;
  }

  private of<T>(token: abstract new (...args: never[]) => T): T {
    return ofApplication(this.modules, token as abstract new () => T);
  }
}

function tokenOf(agent: string): string {
  const token = AGENT.exec(agent)?.[0];
  if (token !== undefined) return token;
  const message = 'agent must begin with a product token of letters, digits, _ and -';
  throw new InvalidRequestError([{ path: ['agent'], message }]);
}

function whatIsSaid(
  robots: SiteRobots,
  rules: RobotsRules,
  { origin, path }: PageUrl,
): Omit<RobotsVerdict, 'url' | 'agent'> {
  const { isAllowed, line } = decide(rules, path);
  return {
    allowed: isAllowed,
    robotsUrl: origin + ROBOTS_PATH,
    state: robots.state,
    group: rules.group,
    rule: line && { line: line.number, directive: line.directive, pattern: line.value },
    crawlDelaySeconds: rules.crawlDelaySeconds,
    sitemaps: rules.sitemaps,
    failure: failureOf(robots),
  };
}

/** The robots.txt itself is always allowed: RFC 9309, section 2.2.2. */
function decide(rules: RobotsRules, path: string): ReturnType<RobotsRules['decide']> {
  return path.split('?', 1)[0] === ROBOTS_PATH ? { isAllowed: true, line: null } : rules.decide(path);
}

function failureOf({ failure }: SiteRobots): RobotsVerdict['failure'] {
  if (failure === null) return null;
  if (failure instanceof WebExtractError) return { code: failure.code, message: failure.message };
  return { code: null, message: failure };
}
