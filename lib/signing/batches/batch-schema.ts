import * as z from 'zod';
import { Id, Locale, orNothing, Paging, RetentionDays, Timestamp, Timezone, Title } from '../../base/common-schema.ts';
import {
  BATCH_STATUSES,
  BATCH_STOPS,
  ENVELOPE_MEMBERS,
  RECIPIENT_MEMBERS,
  ROW_STATES,
} from '../../storage/records/batch.ts';
import { NewExpiry } from '../envelopes/envelope-schema.ts';
import { FieldName, KnownRoleName } from '../fields/field-schema.ts';
import { BATCH_LIMITS } from './limits.ts';

const ColumnTarget = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('recipient'), role_name: KnownRoleName, member: z.enum(RECIPIENT_MEMBERS) })
      .meta({ id: 'BatchColumnOfRecipient' }),
    z.object({ kind: z.literal('field'), name: FieldName }).meta({ id: 'BatchColumnOfField' }),
    z
      .object({ kind: z.literal('envelope'), member: z.enum(ENVELOPE_MEMBERS) })
      .meta({ id: 'BatchColumnOfTheEnvelope' }),
  ])
  .meta({
    id: 'BatchColumnTarget',
    description:
      "The use of a column: a detail of the person in one of the template's roles, the value of one of its fields, or a detail of the envelope. " +
      'A `full_name` is split before its last word; where it has a comma, the last name is before that',
  });

const Mapping = z.array(ColumnTarget.nullable()).max(BATCH_LIMITS.columns);

const Settings = {
  no_contact: z.boolean().nullish().meta({ description: 'True sends no messages' }),
  visibility: z.enum(['private', 'shared']).nullish(),
  brand_key: orNothing(z.string().max(100)),
  locale: orNothing(Locale),
  timezone: orNothing(Timezone),
  expires_at: NewExpiry,
  retention_days: RetentionDays.nullish(),
};

/** The same as answers have them. */
const KeptSettings = z.object({
  no_contact: z.boolean().nullish(),
  visibility: z.enum(['private', 'shared']).nullish(),
  brand_key: z.string().nullish(),
  locale: z.string().nullish(),
  timezone: z.string().nullish(),
  expires_at: z.string().nullish(),
  retention_days: z.int().nullish(),
});

/** Parts of a batch that its maker writes: settings of its envelopes, its name, and the uses of its columns. */
const Written = {
  name: orNothing(Title).meta({ description: "What the batch is called; the template's name unless given" }),
  mapping: Mapping.nullish().meta({
    description: 'The use of each column, in their order; null for a column that is not used',
  }),
  settings: z.object(Settings).nullish().meta({ description: 'Settings that all its envelopes have' }),
};

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const NewBatch = z
  .object({
    template_id: Id,
    data: orNothing(z.string()).meta({
      description: 'The file as base64 or as a data: URL (CSV, or a JSON list of objects), or the id of an upload',
    }),
    rows: z
      .array(Row)
      .max(BATCH_LIMITS.rows)
      .nullish()
      .meta({ description: 'The rows themselves, in the place of a file' }),
    ...Written,
  })
  .meta({ id: 'BatchInput' });
export type NewBatch = z.output<typeof NewBatch>;

export const BatchChange = z.object(Written).meta({
  id: 'BatchChange',
  description: 'Members that are left out stay as they are. A change has to be checked anew',
});
export type BatchChange = z.output<typeof BatchChange>;

const BATCH_ACTIONS = ['check', 'send', 'pause', 'resume', 'cancel'] as const;

export const BatchAct = z
  .object({
    action: z.enum(BATCH_ACTIONS),
    skip_bad: z
      .boolean()
      .nullish()
      .meta({ description: 'With `send`: true leaves out rows with problems, and sends all others' }),
  })
  .meta({ id: 'BatchAct' });
export type BatchAct = z.output<typeof BatchAct>;

export const Batch = z
  .object({
    id: Id,
    template_id: Id,
    profile_id: Id.meta({ description: 'The member whose envelopes they are' }),
    name: z.string(),
    status: z.enum(BATCH_STATUSES).meta({
      description:
        '`checking` → `checked` → `sending` ⇄ `paused` → `sent`; `canceling` → `canceled`. A `draft` has to be checked',
    }),
    stopped_by: z.enum(BATCH_STOPS).nullable().meta({
      description:
        'Why the platform itself has stopped it: its member is out or may not send any more, its template is gone, or has changed since the check. Null unless it has',
    }),
    columns: z.array(z.string()),
    mapping: Mapping,
    settings: KeptSettings,
    rows: z.int().meta({ description: 'Number of rows' }),
    check: z
      .object({
        bad: z.int().meta({ description: 'Rows with problems' }),
        checked_at: Timestamp,
      })
      .nullable()
      .meta({ description: 'The last check; null before the first, and after a change' }),
    progress: z
      .object({
        done: z.int().meta({ description: 'Rows that the running work has done: check, sending, or cancellation' }),
        sent: z.int().meta({ description: 'Rows whose envelope was made' }),
        failed: z.int().meta({ description: 'Rows that were refused when it was their turn' }),
        bad: z.int().meta({ description: 'Rows with problems' }),
        canceled: z.int().meta({ description: 'Rows that were canceled before they were sent' }),
        withdrawn: z
          .int()
          .meta({ description: 'Of those sent, the ones whose envelopes were canceled with the batch' }),
        held_until: Timestamp.nullable().meta({
          description: 'When it goes on, if it waits because the messages of the day are used up; else null',
        }),
      })
      .meta({ id: 'BatchProgress', description: 'How far it is' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: 'Batch', description: 'A file of rows, each of which becomes an envelope of one template' });
export type Batch = z.output<typeof Batch>;

export const BatchQuery = z.object({
  rows: Paging.rows,
  before: Id.optional().meta({ description: 'Only batches that were made before this one' }),
});

export const BatchPage = z
  .object({
    batches: z.array(Batch),
    next: Id.nullable().meta({ description: '`before` of the next page; null on the last one' }),
  })
  .meta({ id: 'BatchPage' });

const BatchRow = z
  .object({
    index: z.int().meta({ description: '0-based place among the rows' }),
    number: z.int().meta({ description: 'Number in the file, as a spreadsheet shows it' }),
    state: z.enum(ROW_STATES).meta({
      description:
        '`waiting`: its turn has not come; `bad`: the check has found a problem; `failed`: it was refused when it was its turn; `canceled`: it was never sent; `withdrawn`: its envelope was canceled with the batch',
    }),
    cells: z.array(z.string()).meta({ description: 'In the order of `columns`' }),
    problems: z.array(
      z.object({
        column: z.string().nullable().meta({ description: 'Name of the column; null for the whole row' }),
        error: z.string().meta({ description: 'The rule, in the words in which a single envelope would be refused' }),
      }),
    ),
    envelope_id: Id.nullable(),
    at: Timestamp.nullable().meta({ description: 'When the row came to this state; null while it waits' }),
  })
  .meta({ id: 'BatchRow' });

export const BatchRowQuery = z.object({
  state: z.enum(ROW_STATES).optional().meta({ description: 'Only rows in this state' }),
  after: z.int().min(0).max(BATCH_LIMITS.rows).optional().meta({
    description: '`next` of the previous page',
  }),
  rows: Paging.rows,
});

export const BatchRowPage = z
  .object({
    rows: z.array(BatchRow),
    next: z.int().nullable().meta({ description: '`after` of the next page; null on the last one' }),
  })
  .meta({ id: 'BatchRowPage' });
export type BatchRowPage = z.output<typeof BatchRowPage>;

export const BatchCsv = z
  .object({
    url: z.url().meta({ description: 'Where the file can be loaded from, for a few minutes' }),
    expires_at: Timestamp,
    rows: z.int(),
    has_values: z.boolean().meta({
      description: 'False if recipients filled in more values than one file holds: then it has none of them',
    }),
  })
  .meta({ id: 'BatchCsv' });
export type BatchCsv = z.output<typeof BatchCsv>;
