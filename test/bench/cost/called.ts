import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Key } from '../../../lib/storage/engine/key.ts';
import {
  isAddress,
  isEnvelopeEvent,
  isEnvelopeHeader,
  isJobKey,
  isOutboxEvent,
  isTemplateHeader,
} from '../../../lib/storage/engine/keys.ts';
import type { Run } from '../../aws-calls.ts';

/**
 * True if the event would have called the function in AWS too. There the stream calls the dispatcher for events, jobs
 * and headers alone (`infra/workers.ts`), here for every record. The schedule calls its workers every minute, whatever
 * there is to do: that is a part of what stands still.
 */
export const isCalledInAws = ({ name, event }: Run): boolean => {
  if (name !== 'dispatch-events') return name !== 'run-schedule' && name !== 'run-retries';
  return (event as DynamoDBStreamEvent).Records.some(({ eventName, dynamodb }) => {
    const key = unmarshall((dynamodb?.Keys ?? {}) as Record<string, AttributeValue>) as Key;
    if (isEnvelopeHeader(key) || isTemplateHeader(key)) return true;
    return eventName === 'INSERT' && [isEnvelopeEvent, isOutboxEvent, isJobKey, isAddress].some((is) => is(key));
  });
};
