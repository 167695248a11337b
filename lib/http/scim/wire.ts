import * as z from 'zod';

/** Path of a resource below `/scim/v2/`. */
export const ScimPath = z.strictObject({
  path: z.string().max(300).meta({ description: '`Users`, `Groups`, or one of them with an id', example: 'Users' }),
});

/** A resource, or the operations of a PATCH. What it must hold depends on the path. */
export const ScimResource = z
  .looseObject({ schemas: z.array(z.string().max(200)).max(20).optional() })
  .meta({ id: 'ScimResource', description: 'A resource or a message of SCIM 2.0 (RFC 7643, RFC 7644)' });
