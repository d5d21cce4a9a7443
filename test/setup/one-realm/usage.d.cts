export declare function countApplication(platform: 'express' | 'fastify'): void;
export declare function takeApplications(): ('express' | 'fastify')[];
