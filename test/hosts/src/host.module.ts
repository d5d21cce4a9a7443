import { Controller, Get, Module, type DynamicModule } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractPlaygroundModule } from 'nestjs-web-extract/playground';

export const KEY = 'key-of-the-host';

@Controller('own')
class OwnController {
  @Get()
  own() {
    return { own: true };
  }
}

/** The least a host writes: the module, its key, and the one address of its own network that may be read; and the playground beside it. */
@Module({})
export class HostModule {
  static allowing(address: string): DynamicModule {
    const webExtract = WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [address] });
    const imports = [webExtract, WebExtractPlaygroundModule.forRoot()];
    return { module: HostModule, imports, controllers: [OwnController] };
  }
}
