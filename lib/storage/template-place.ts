import { templateKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';

/** Place of a template's header, of which only its organization is read. */
export const templateAt = (template_id: string): At<{ organization_id: string }> => at(templateKey(template_id));
