// Crawls, and listens nowhere. Start as many as you like.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { extraction } from './extraction.js';

@Module({ imports: [extraction('worker')] })
class WorkerModule {}

const worker = await NestFactory.createApplicationContext(WorkerModule);
worker.enableShutdownHooks(); // its pages are handed to the others when it is stopped
console.log('Working');
