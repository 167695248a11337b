import * as z from 'zod';
import type { Failure } from '../../base/errors.ts';
import { messageOf } from '../../base/message-of.ts';
import { Answer } from '../answer.ts';
import type { FailureForm } from '../contract.ts';
import { headersOf, statusOf } from '../errors.ts';
import type { Resource } from './resources.ts';
import { ERROR } from './schemas.ts';

/** Media type of SCIM (RFC 7644 8.1). */
export const SCIM = 'application/scim+json' as const;

/** An answer of SCIM. A resource comes with its entity tag. */
export const scimAnswer = (body: object, status = 200): Answer => {
  const { meta } = body as Partial<Resource>;
  return new Answer(SCIM, JSON.stringify(body), status, {
    ...(meta?.version ? { ETag: meta.version } : {}),
    ...(status === 201 && meta ? { Location: meta.location } : {}),
  });
};

/** The answer to whoever has this version of the resource (RFC 9110 15.4.5). */
export const unchanged = ({ meta }: Resource): Answer => new Answer(SCIM, '', 304, { ETag: meta.version });

/** The answer without a body, to whoever has removed a resource. */
export const nothing = (): Answer => new Answer(SCIM, '', 204);

/** Statuses and kinds of errors (RFC 7644 3.12) where SCIM has its own. */
const OWN: Partial<Record<Failure['code'], { status: number; scimType?: string }>> = {
  invalid: { status: 400, scimType: 'invalidValue' },
  malformed_json: { status: 400, scimType: 'invalidSyntax' },
  already_member: { status: 409, scimType: 'uniqueness' },
  group_name_taken: { status: 409, scimType: 'uniqueness' },
  version_stale: { status: 412 },
  organization_full: { status: 403 },
  last_owner: { status: 403 },
  member_locked_here: { status: 403 },
  permissions_changed: { status: 409 },
};

const scimFailure = (failed: Failure): Answer => {
  const { status = statusOf(failed), scimType } = OWN[failed.code] ?? {};
  const about = scimTypeOf(failed) ?? scimType;
  return new Answer(
    SCIM,
    JSON.stringify({
      schemas: [ERROR],
      ...(about ? { scimType: about } : {}),
      detail: messageOf(failed),
      status: String(status),
    }),
    status,
    headersOf(failed),
  );
};

const scimTypeOf = (failed: Failure): string | undefined => {
  const detail = 'detail' in failed.details ? String(failed.details.detail) : '';
  if (detail.startsWith('filter')) return 'invalidFilter';
  if (detail.startsWith('emails: must stay')) return 'mutability';
  return detail.startsWith('Operations') ? 'invalidSyntax' : undefined;
};

/** Failures as SCIM answers them (RFC 7644 3.12), in the place of the ERROR envelope. */
export const SCIM_FAILURES: FailureForm = {
  mime: SCIM,
  statuses: [400, 401, 403, 404, 405, 409, 412, 413, 429, 500, 503],
  schema: z
    .object({
      schemas: z.array(z.string()),
      scimType: z.string().optional().meta({ description: 'Kind of the error, for some of status 400 and 409' }),
      detail: z.string(),
      status: z.string(),
    })
    .meta({ id: 'ScimError' }),
  answer: scimFailure,
};
