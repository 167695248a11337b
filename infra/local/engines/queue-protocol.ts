import type { buildApp } from 'fauxqs';

export type QueueApp = ReturnType<typeof buildApp>;

/** The part of SQS's JSON protocol that the platform reads. */
export interface QueueRequest {
  QueueName?: string;
  QueueUrl?: string;
  MessageBody?: string;
  MessageAttributes?: Record<string, unknown>;
  ReceiptHandle?: string;
  Entries?: { Id: string; MessageBody?: string; MessageAttributes?: Record<string, unknown>; ReceiptHandle?: string }[];
}

export interface QueueAnswer {
  QueueUrl?: string;
  MessageId?: string;
  Messages?: { MessageId: string; ReceiptHandle: string }[];
  Successful?: { Id: string; MessageId?: string }[];
}

/** The action of a request (`SendMessage` …), from its header. */
export const actionOf = (headers: Record<string, unknown>): string =>
  String(headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');

/** The queue's name from its address. */
export const queueName = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);
