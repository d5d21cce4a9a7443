import { createHash } from 'node:crypto';
import { FRAME_STYLE } from '../../playground/src/preview/frame-style.js';
import { PAGE_HEADERS } from './playground-headers.js';

describe('the content security policy of the playground', () => {
  const policy = PAGE_HEADERS['content-security-policy'] ?? '';

  it('allows the style of the frame for cleaned HTML by its hash', () => {
    const hash = createHash('sha256').update(FRAME_STYLE).digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  it('allows no inline scripts, no other origins and no frames', () => {
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('frame-src');
  });
});
