import { Controller, Get, Module, type DynamicModule } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';

export const KEY = 'key-of-the-host';

@Controller('own')
class OwnController {
  @Get()
  own() {
    return { own: true };
  }
}

/** The least a host writes: the module, its key, and the one address of its own network that may be read. */
@Module({})
export class HostModule {
  static allowing(address: string): DynamicModule {
    const webExtract = WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [address] });
    return { module: HostModule, imports: [webExtract], controllers: [OwnController] };
  }
}
