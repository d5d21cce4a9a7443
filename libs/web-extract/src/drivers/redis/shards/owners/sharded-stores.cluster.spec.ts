import '../../../../../../../test/setup/redis.js';
import { ownerStoresOn } from '../../../../../../../test/support/owner-stores.js';
import { startCluster } from '../../../../../../../test/support/redis-deployments.js';

ownerStoresOn('a Cluster of three', startCluster);
