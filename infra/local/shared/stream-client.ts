import { json } from 'node:stream/consumers';
import {
  DynamoDBStreamsClient,
  type DynamoDBStreamsClientConfig,
  GetRecordsCommand,
  type GetRecordsCommandInput,
} from '@aws-sdk/client-dynamodb-streams';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import type { DynamoDBRecord } from 'aws-lambda';

/** Records behind an iterator, and the iterator of those that follow; none at the end of a closed shard. */
export interface Records {
  records: DynamoDBRecord[];
  next: string | undefined;
}

type Deserialize = AwsJson1_0Protocol['deserializeResponse'];
type Answer = Awaited<ReturnType<Deserialize>>;

/**
 * Gives records as they are on the wire, which is the form that Lambda gives them to functions: bytes as base64, times
 * in seconds. To read them as the SDK does and to write them as Lambda does takes most of the time of reading the
 * stream.
 */
class OnTheWire extends AwsJson1_0Protocol {
  override async deserializeResponse<Output extends Answer>(
    ...[operation, context, response]: Parameters<Deserialize>
  ): Promise<Output> {
    if (operation.name !== 'GetRecords' || this.isErrorResponse(response.statusCode)) {
      return super.deserializeResponse(operation, context, response);
    }
    return Object.assign((await json(response.body)) as Output, { $metadata: this.deserializeMetadata(response) });
  }
}

/**
 * A client of the table's stream. Its records are read with `records`: what `send` answers to GetRecordsCommand isn't
 * of the SDK's types.
 */
export class StreamClient extends DynamoDBStreamsClient {
  constructor(settings: DynamoDBStreamsClientConfig = {}) {
    super({ ...settings, protocol: OnTheWire });
  }

  /**
   * Reads up to `Limit` records as Lambda gives them to functions. Throws the SDK's errors, such as
   * ExpiredIteratorException.
   */
  async records(input: GetRecordsCommandInput): Promise<Records> {
    const { Records = [], NextShardIterator } = await this.send(new GetRecordsCommand(input));
    return { records: Records as DynamoDBRecord[], next: NextShardIterator };
  }
}
