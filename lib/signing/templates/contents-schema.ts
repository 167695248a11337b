import * as z from 'zod';
import { Id, orNothing, Timestamp, Title } from '../../base/common-schema.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { FieldDetails, FieldName, KnownRoleName, NewFieldTypeName } from '../fields/field-schema.ts';
import { RoleDetails } from './template-schema.ts';

const remove = z.literal(true).optional();

export const RolePatch = z
  .object({
    name: KnownRoleName.meta({ description: 'A known role is changed, an unknown one is added' }),
    remove: remove.meta({ description: 'Takes the role away, with its fields' }),
    ...RoleDetails,
  })
  .meta({ id: 'RolePatch' });
export type RolePatch = z.output<typeof RolePatch>;

export const FieldPatch = z
  .object({
    name: FieldName.meta({ description: 'A known field is changed, an unknown one is added' }),
    remove: remove.meta({ description: 'Takes the field away' }),
    role_name: KnownRoleName.nullish(),
    type: NewFieldTypeName.nullish(),
    document_id: orNothing(Id),
    ...FieldDetails,
  })
  .meta({ id: 'FieldPatch' });
export type FieldPatch = z.output<typeof FieldPatch>;

export const DocumentPatch = z
  .object({
    id: Id,
    name: Title.optional(),
    order: z.int().min(0).max(1000).optional().meta({ description: 'Place among the documents' }),
  })
  .meta({ id: 'DocumentPatch' });
export type DocumentPatch = z.output<typeof DocumentPatch>;

const most = <T extends z.ZodType>(one: T) => z.array(one).max(CHILDREN_PER_STEP).optional();

/** Changes of many parts of a template at once. What is left out stays. */
export const ContentsPatch = z
  .object({ documents: most(DocumentPatch), roles: most(RolePatch), fields: most(FieldPatch) })
  .meta({ id: 'ContentsPatch' });
export type ContentsPatch = z.output<typeof ContentsPatch>;

/** Answer to a change of contents: what the next one needs. */
export const ContentsState = z
  .object({
    id: Id,
    version: z.int().meta({ description: 'Version to send as `If-Match` with the next change' }),
    updated_at: Timestamp,
  })
  .meta({ id: 'ContentsState' });
