import 'reflect-metadata';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { joinPath, markOfConfig, markOfHandler, markRoutes } from './route-metadata.js';

class Inherited {
  @Get('status')
  status() {
    return 'fine';
  }
}

class Declared extends Inherited {
  private readonly word = 'hello';

  @Post('greet/:name')
  @HttpCode(200)
  greet(name: string) {
    return `${this.word} ${name}`;
  }

  plain() {
    return 'no route';
  }
}

function mount(path: string) {
  @Controller(path)
  class Mounted extends Declared {}
  return { Mounted, marks: markRoutes(Mounted, { base: '/a', isOpen: false, body: 'json' }) };
}

describe('markRoutes', () => {
  it('marks declared and inherited routes with their whole path', () => {
    const { marks } = mount('a/v1');
    expect(marks.map(({ path }) => path)).toEqual(['/a/v1/greet/:name', '/a/v1/status']); // own ones first
    expect(marks[0]).toMatchObject({ base: '/a', isOpen: false });
  });

  it('leaves the handlers and what Nest knows of them as they are', () => {
    const { Mounted } = mount('v1');
    const instance = new Mounted();
    expect([instance.greet('you'), instance.status(), instance.plain()]).toEqual([
      'hello you',
      'fine',
      'no route',
    ]);
    const keys = Reflect.getMetadataKeys(Declared.prototype.greet);
    for (const key of keys) {
      expect(Reflect.getMetadata(key, instance.greet)).toEqual(
        Reflect.getMetadata(key, Declared.prototype.greet),
      );
    }
    expect(instance.greet.name).toBe('greet');
  });

  it('tells two registrations of one controller apart', () => {
    const [first, second] = [mount('v1'), mount('v1')];
    const marks = [first, second].map(({ Mounted }) => markOfHandler(Mounted.prototype.greet));
    expect(first.marks).toContain(marks[0]);
    expect(second.marks).toContain(marks[1]);
    expect(marks[0]).not.toBe(marks[1]);
    expect(markOfHandler(Declared.prototype.greet)).toBeUndefined();
  });

  it('is found in the config of a Fastify route too', () => {
    const { Mounted, marks } = mount('v1');
    const config: unknown = Reflect.getMetadata('__fastify_route_config__', Mounted.prototype.greet);
    expect(marks).toContain(markOfConfig(config));
  });

  it.each([undefined, null, {}, 'text', () => undefined])('is not found in %p', (other) => {
    expect([markOfHandler(other), markOfConfig(other)]).toEqual([undefined, undefined]);
  });
});

describe('joinPath', () => {
  it.each([
    [['a', 'b'], '/a/b'],
    [['/a/', '/b/c/'], '/a/b/c'],
    [['', '/', 'b'], '/b'],
    [[], '/'],
    [['', ''], '/'],
  ])('%j → %s', (parts, expected) => {
    expect(joinPath(...parts)).toBe(expected);
  });
});
