import { luaSource } from './lua-source.js';

describe('luaSource', () => {
  it('has what a script includes in the place of the includes', () => {
    const lua = luaSource('host/leave');
    expect(lua).not.toContain('@include');
    expect(lua.indexOf('local function outlive')).toBeGreaterThan(lua.indexOf("redis.call('TIME')"));
    expect(lua.indexOf('outlive(KEYS[1]')).toBeGreaterThan(lua.indexOf('local function outlive'));
  });

  it('has nothing twice, though two of its includes may need it', () => {
    const lua = luaSource('crawl/queue/complete');
    expect(lua.split('local function timeNow()')).toHaveLength(2);
  });

  it('names the file that is not there', () => {
    expect(() => luaSource('crawl/unknown')).toThrow('unknown.lua');
  });
});
