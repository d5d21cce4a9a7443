import { Controller, Get, HttpCode, Optional, Post, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import type { ChangeEntry } from '../../../model/change-feed.js';
import type { SinkSummary } from '../../../model/change-log.js';
import type { LastSync } from '../../../model/last-sync.js';
import { tagOf, type StateKey } from '../../../model/page/state-key.js';
import { ChangeFeed, type FeedSummary } from '../../../services/changes/change-feed.service.js';
import { FeedRemovals } from '../../../services/changes/feed-removals.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { SessionEngine } from '../../../services/sessions/session-engine.js';
import type { Asked, Checked } from '../../bodies/body.js';
import { OpenlyCheckedBody, type OpenBody } from '../open-body.js';
import { limitOf, textOf } from './changes.queries.js';
import { ConfirmRemovalsBodyV2 } from '../dto/confirm-removals-body.v2.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { MAX_TAG_CHARS } from '../../fields/change-tracking.fields.js';
import { signalOf } from '../../client/signal-of.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';

/** `GET /v2/changes`. */
export interface ChangesReplyV2 {
  readonly success: true;
  readonly data: readonly ChangeEntry[];
  /** Cursor after these entries. */
  readonly cursor: string;
  /** Present while the whole corpus is read. */
  readonly snapshot?: SnapshotReplyV2;
  readonly warning?: string;
}

export interface SnapshotReplyV2 {
  /** True if all pages were listed; pages not listed no longer exist. False for a tag without a feed. */
  readonly complete: boolean;
}

/** Entries of a change feed to read. */
export interface ChangesQueryV2 {
  /** Tag of the tracked pages. */
  readonly tag?: string;
  /** Changes of pages read with this session. */
  readonly session?: string;
  /** Cursor of an earlier response; absent: the whole corpus. */
  readonly since?: string;
  /** Maximum number of entries, 1 to 1,000; 100 by default. */
  readonly limit?: string;
}

/** The end of the last sync of a sink. */
export interface LastSyncV2 extends Omit<LastSync, 'at'> {
  /** ISO 8601: its end. */
  readonly at: string;
}

/** A sink of `CorpusService.sync`. */
export interface SinkV2 extends Omit<SinkSummary, 'lastSync'> {
  /** Null if no sync has ended. */
  readonly lastSync: LastSyncV2 | null;
}

/** A tag that has a feed. */
export interface ChangeTagV2 extends Omit<FeedSummary, 'sinks'> {
  /** The search indexes of the application that are kept in sync with the tag; at most 16. */
  readonly sinks: readonly SinkV2[];
}

/** `GET /v2/changes/tags`. */
export interface ChangeTagsReplyV2 {
  readonly success: true;
  /** In the order of the tags. */
  readonly data: readonly ChangeTagV2[];
}

/** `POST /v2/changes/confirm-removals`. */
export interface ConfirmedRemovalsReplyV2 {
  readonly success: true;
  /** Number of removed pages. */
  readonly removed: number;
  readonly warning?: string;
}

const MAX_CURSOR_CHARS = 100;
const MAX_SESSION_CHARS = 64;

@Controller('v2/changes')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class ChangesV2Controller {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly answers: AnswerBytes,
    private readonly removals: FeedRemovals,
    @Optional() private readonly sessions?: SessionEngine,
  ) {}

  /** Returns changes of tracked pages in order, with the chunks that changed; without `since`, the whole corpus first. */
  @Get()
  async changes(
    @Query() query: Asked<ChangesQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<ChangesReplyV2> {
    const tag = textOf(query, 'tag', MAX_TAG_CHARS);
    const since = textOf(query, 'since', MAX_CURSOR_CHARS);
    const limit = limitOf(query);
    const owner = ownerOf(incoming);
    const state = await this.stateOf(textOf(query, 'session', MAX_SESSION_CHARS), owner);
    const wanted = {
      owner,
      ...(state === undefined ? {} : { state }),
      ...(tag === undefined ? {} : { tag }),
      ...(since === undefined || since === '' ? {} : { since }),
      ...(limit === undefined ? {} : { limit }),
    };
    const { entries, cursor, snapshot, held, warning } = await this.answers.inTurn(
      owner,
      () => this.feed.read(wanted),
      signalOf(incoming),
    );
    return {
      success: true,
      data: entries,
      cursor,
      ...(snapshot ? { snapshot } : {}),
      ...(warning === undefined ? {} : { warning }),
      ...(held > 0 ? { warning: `${held} removals are held until a later crawl confirms them` } : {}),
    };
  }

  /** Lists the tags of the caller that have a feed, with the numbers of their pages and held removals, and their sinks. */
  @Get('tags')
  async tags(@Req() incoming: IncomingRequest): Promise<ChangeTagsReplyV2> {
    const owner = ownerOf(incoming);
    const read = () => this.feed.feeds(owner);
    const feeds = await this.answers.inTurn(owner, read, signalOf(incoming));
    return { success: true, data: feeds.map((feed) => ({ ...feed, sinks: feed.sinks.map(presentSink) })) };
  }

  /** Confirms the held removals of a tag: their pages leave the corpus at once. */
  @Post('confirm-removals')
  @HttpCode(200)
  async confirmRemovals(
    @OpenlyCheckedBody(ConfirmRemovalsBodyV2) { body, warnings }: Checked<OpenBody<ConfirmRemovalsBodyV2>>,
    @Req() incoming: IncomingRequest,
  ): Promise<ConfirmedRemovalsReplyV2> {
    const owner = ownerOf(incoming);
    const tag = tagOf(body.tag, await this.stateOf(body.session, owner));
    const confirm = () => this.removals.confirm({ owner, tag });
    const removed = await this.answers.inTurn(owner, confirm, signalOf(incoming));
    return { success: true, removed, ...(warnings.length > 0 ? { warning: warnings.join('. ') } : {}) };
  }

  private async stateOf(session: string | undefined, owner: string): Promise<StateKey | undefined> {
    return session === undefined ? undefined : this.sessions?.stateKey(owner, session);
  }
}

const presentSink = ({ lastSync, ...sink }: SinkSummary): SinkV2 => ({
  ...sink,
  lastSync: lastSync && { ...lastSync, at: new Date(lastSync.at).toISOString() },
});
