import * as z from 'zod';
import { Id, Paging, Timestamp } from '../../base/common-schema.ts';
import { EVENT_KINDS } from '../../storage/records/administration.ts';

const EventKind = z.enum(EVENT_KINDS);

export const AdministrationEvent = z
  .object({
    id: Id,
    organization_id: Id,
    at: Timestamp,
    kind: EventKind,
    operation: z.string().meta({ description: 'The operation of this reference that was called' }),
    outcome: z.enum(['success', 'failure']).meta({ description: 'Failures of sign-ins alone are events' }),
    reason: z.string().nullable().meta({ description: 'The code of the failure' }),
    actor: z
      .object({
        user_id: Id.nullable(),
        profile_id: Id.nullable(),
        email: z.string().nullable(),
        name: z.string().nullable(),
      })
      .meta({ description: 'The person, as of then' }),
    client: z
      .object({ kind: z.enum(['api_key', 'oauth_app', 'directory']), id: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({
        description:
          'The API key or application that acted for the person, or the directory (SCIM), which acts for nobody',
      }),
    ip: z.string(),
    user_agent: z.string(),
    object: z
      .object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() })
      .meta({ description: 'What was acted on' }),
    changes: z.array(z.object({ member: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })).meta({
      description: 'Members of the request, from what to what. Secrets are left out, long values have their name alone',
    }),
    sequence: z
      .int()
      .nullable()
      .meta({ description: "Number in the organization's chain; null for a moment after it came" }),
    hash: z.string().nullable().meta({ description: 'Hash of the event in the chain' }),
  })
  .meta({ id: 'AdministrationEvent' });
export type AdministrationEvent = z.output<typeof AdministrationEvent>;

export const AdministrationEventPage = z
  .object({
    events: z.array(AdministrationEvent),
    head: z
      .object({
        sequence: z.int(),
        hash: z.string(),
        logged: z.int().meta({ description: 'Number of the latest event whose hash is in the log of evidence' }),
        logged_hash: z
          .string()
          .nullable()
          .meta({ description: 'For `GET /v2/log/proof`; null before the first hour is over' }),
      })
      .nullable()
      .meta({ description: "The end of the organization's chain" }),
    next: Id.nullable().meta({ description: 'For `before`, to get the next page; null at the end' }),
  })
  .meta({ id: 'AdministrationEventPage' });
export type AdministrationEventPage = z.output<typeof AdministrationEventPage>;

/** Filters of the list, and its page. */
export const EventQuery = z.object({
  rows: Paging.rows,
  before: Id.optional().meta({ description: 'Only events before this one' }),
  from: Timestamp.optional().meta({ description: 'Only events at this time or later' }),
  to: Timestamp.optional().meta({ description: 'Only events before this time' }),
  kind: EventKind.optional(),
  profile_id: Id.optional().meta({ description: 'Only what this profile did' }),
  object_id: z.string().max(300).optional().meta({ description: 'Only what was done with this object' }),
});
export type EventQuery = z.output<typeof EventQuery>;

/** A part of an export: the lines after one of the chain. */
export const ExportQuery = z.object({
  rows: z.int().min(1).max(1000).default(1000).meta({ description: 'How many lines a part holds, 1 to 1000' }),
  after: z.int().min(0).default(0).meta({ description: 'The `metadata.sequence` after which the part begins' }),
});
export type ExportQuery = z.output<typeof ExportQuery>;
