import * as z from 'zod';
import { Id, Name, Timestamp } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';

/** An API key as the API returns it. */
export const ApiKey = z
  .object({
    client_id: Id,
    organization_id: Id,
    profile_id: Id.meta({ description: 'The profile that calls made with the key act as' }),
    name: Name,
    status: z.enum(['active', 'locked', 'dead']).meta({
      description:
        'Says if the key gets tokens: `active`, `locked` while its member is locked, `dead` after its member was ' +
        'removed. Give a dead key to an active member (PATCH with `profile_id`), or delete it',
    }),
    global_admin: z.literal(false).meta({ description: 'Always false: a key can do what its profile can' }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: 'Until when the previous secret still works; null if there is none',
    }),
    client_secret: secretMember(z.string().optional().meta({ description: 'Only in the answer to its creation' })),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

const GlobalAdmin = z
  .literal(false, 'must be false: a key can do what its profile can, so give it the profile of an owner')
  .nullish()
  .meta({ description: 'False: a key can do what its profile can' });

export const NewApiKey = z.object({
  name: Name,
  global_admin: GlobalAdmin,
  profile_id: Id.nullish().meta({
    description: "A profile of the caller's organization; the caller's own unless stated",
  }),
});
export type NewApiKey = z.output<typeof NewApiKey>;

/** Members that are absent or null stay unchanged. */
export const ApiKeyChange = z.object({ name: Name.nullish(), profile_id: Id.nullish(), global_admin: GlobalAdmin });
export type ApiKeyChange = z.output<typeof ApiKeyChange>;
