import type { InLanguage } from '../../shared/words/forms.ts';

/** Words for fields that rules show, hide and compute while somebody fills. */
export const en = {
  fieldsCame: { one: '{count} more field', other: '{count} more fields' },
  fieldsGone: { one: '{count} field less', other: '{count} fields less' },
  computedNow: '{field} is now {value}',
  computedEmpty: '{field} is empty now',
  rulesChanged:
    'Others have signed meanwhile, and that changes what is asked of you. Please look at it again, then sign: {fields}',
} as const;

export type RulesWords = InLanguage<typeof en>;
