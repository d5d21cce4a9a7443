import { Controller, DefaultValuePipe, Get, ParseIntPipe, Query } from '@nestjs/common';
import { Passages, type Passage } from './passages.js';

@Controller('search')
export class SearchController {
  constructor(private readonly passages: Passages) {}

  /** The passages that a language model is given beside the question. */
  @Get()
  search(
    @Query('q', new DefaultValuePipe('')) question: string,
    @Query('limit', new DefaultValuePipe(5), ParseIntPipe) limit: number,
  ): Passage[] {
    return this.passages.search(String(question), Math.min(Math.max(limit, 1), 50));
  }
}
