import '../../../../../../../test/setup/redis.js';
import { ownerStoresOn } from '../../../../../../../test/support/owner-stores.js';
import { startList } from '../../../../../../../test/support/redis-deployments.js';

ownerStoresOn('three Redis', () => startList(3));
