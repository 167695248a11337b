import * as z from 'zod';
import { Id, legible, legibleLines, orNothing } from '../../base/common-schema.ts';
import { customData } from '../../base/custom-data.ts';
import { invalid } from '../../base/errors.ts';
import { mayLackEffect } from '../../base/without-effect.ts';
import { DATE_FORMATS } from '../../base/written-time.ts';
import { ATTACHMENT_KINDS } from '../../fields/attachment-kinds.ts';
import { COMPARATORS, OPERATIONS } from '../../fields/rules/rule.ts';
import { LONGEST_TEXT } from '../../fields/texts/text-limits.ts';
import { FIELD_TYPES } from '../../fields/types.ts';
import { VALIDATORS } from '../../fields/validators.ts';
import { isVisible } from '../../fields/visible.ts';

/**
 * Names that appear in paths and table keys: any language, at most so many characters, no half of a character, and not
 * the dots that HTTP clients resolve.
 */
const pathName = (max: number) =>
  legible(z.string().min(1, 'must not be empty').max(max))
    .refine((name) => !/\p{Cs}/u.test(name), 'must be whole Unicode characters')
    .refine((name) => name !== '.' && name !== '..', 'must not be a dot or two');

export const FieldName = z
  .string()
  .trim()
  .pipe(pathName(150))
  .meta({ description: 'Unique in its template or envelope', example: 'signature-1' });

const LONGEST_ROLE = 100;

/** The name of an existing role: rules for new names don't matter for it. */
export const KnownRoleName = z.string().min(1, 'must not be empty').max(LONGEST_ROLE);

/**
 * The name of a new role. Clients put it into paths unencoded, so
 * characters that end a path segment or begin an escape are refused, and so are names that look like another.
 */
export const RoleName = pathName(LONGEST_ROLE)
  .refine((name) => !/[/?#%]/.test(name), 'the characters / ? # % are not allowed')
  .refine((name) => name === name.trim(), 'must not begin or end with a blank')
  .refine(isVisible, 'must hold a character that can be seen')
  .meta({ description: 'Unique in its template or envelope; without / ? # %', example: 'Buyer' });

/** Throws `invalid` for `parameter` unless the name is allowed for a role. */
export const checkRoleName = (name: string, parameter: string): void => {
  const { error } = RoleName.safeParse(name);
  if (error) invalid(parameter, error.issues[0]?.message ?? 'is no name of a role');
};

/** The type of a field as answers have it. */
const FieldTypeName = z.enum(FIELD_TYPES);

/** The type of a new field: `checkField` refuses `payment`, and says why. */
export const NewFieldTypeName = FieldTypeName.meta({
  description: '`payment` is known, because clients send it, and refused: payments are not supported',
});

export const DropdownOption = z
  .object({ id: z.string().min(1, 'must not be empty').max(200), label: legibleLines(z.string().max(500)) })
  .meta({ id: 'DropdownOption' });
export type DropdownOption = z.infer<typeof DropdownOption>;

const LARGEST_SETTINGS = 20_000;
/** Largest options in bytes: a field is one item of the table. */
const LARGEST_OPTIONS = 100_000;

const FieldSettings = customData(LARGEST_SETTINGS).meta({
  description: [
    'What clients keep with a field; always an object. Of a text, `min_length` and `max_length` are the fewest and most',
    'characters, `pattern` a regular expression that the whole text must match (without references back and looking around),',
    '`number` `{min, max, decimals, unit}`, and `validator_message` what the sender says where a text does not fit. Of a date,',
    `\`date_format\` says how documents have it: one of ${DATE_FORMATS.join(', ')}. Without it, as in \`medium\`, the`,
    "recipient's language decides, and the month is a word. Of an attachment, `accept` lists the kinds of files that are",
    `taken: ${ATTACHMENT_KINDS.map((kind) => `\`${kind}\``).join(', ')}. PDF and pictures unless given.`,
    'On a document that is signed already, `form_field` names the field of its own form that this one fills in, whose value is its default.',
    '`rules` are rules over other fields: `{show, require, value}`. `show` and `require` are conditions:',
    '`{"field": "kind", "is": "equals", "value": "water"}`, `{"all": […]}`, `{"any": […]}`, `{"not": …}`; `is` may be',
    `\`filled\` or ${Object.keys(COMPARATORS)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '`value` is a formula, which the platform computes: a text, `{"field": …}`, `{"group_of": …}` (the choice in the group of',
    `a box or button), ${[...Object.keys(OPERATIONS), 'round', 'if'].map((name) => `\`${name}\``).join(', ')}.`,
    'With `"for": "group"` a rule concerns all fields of the role and group. Refused (406, with the place) are unknown fields,',
    'wrong kinds, more than the limits allow, and circles, which are named: `a → b → a`',
  ].join(' '),
});

/** Less of a point than anybody sees. Remains of a client's arithmetic, like 1e-14, are nothing. */
const SMALLEST = 0.001;
const Coordinate = z
  .number()
  .min(-100_000)
  .max(100_000)
  .overwrite((points) => (Math.abs(points) < SMALLEST ? 0 : points));
const Extent = z.number().min(SMALLEST).max(100_000);
const Value = z
  .union([z.string().max(LONGEST_TEXT), z.boolean().transform(String)])
  .nullish()
  .meta({ description: 'A text; true or false for checkboxes and radio buttons' });

/** True for a blank entry, with which the builder of existing clients ends the list. */
const isBlankOption = (option: unknown): boolean => {
  const { success, data } = z.object({ id: z.string().nullish(), label: z.string().nullish() }).safeParse(option);
  return success && !data.id?.trim() && !data.label?.trim();
};

const Options = z.preprocess(
  (options) => (Array.isArray(options) ? options.filter((option) => !isBlankOption(option)) : options),
  z
    .array(DropdownOption)
    .max(500)
    .refine(
      (options) => new TextEncoder().encode(JSON.stringify(options)).length <= LARGEST_OPTIONS,
      `at most ${LARGEST_OPTIONS} bytes of JSON are allowed`,
    ),
);

/** Details of a field beside its name, role and type. */
export const FieldDetails = {
  required: z.boolean().nullish(),
  readonly: z.boolean().nullish(),
  settings: FieldSettings.nullish(),
  page: mayLackEffect(z.int().min(0).max(100_000), (page) =>
    page === 0 ? 'must be at least 1, because a field on page 0 is shown in no document' : undefined,
  )
    .nullish()
    .meta({ description: '1-based. A field on page 0 is accepted from existing clients and shown in no document' }),
  x: Coordinate.nullish().meta({ description: 'Points from the left edge of the page as displayed' }),
  y: Coordinate.nullish().meta({ description: 'Points from the bottom of the page as displayed' }),
  width: Extent.nullish().meta({ description: 'Points; a default of its type unless given' }),
  height: Extent.nullish().meta({ description: 'Points; a default of its type unless given' }),
  validator: orNothing(z.string().min(1).max(50)).meta({ description: `One of ${VALIDATORS.join(', ')}` }),
  label: legibleLines(z.string().max(500)).nullish(),
  placeholder: legibleLines(z.string().max(500)).nullish(),
  group: legible(z.string().max(200))
    .nullish()
    .meta({ description: 'Radio buttons of one role and group exclude each other' }),
  multiline: z.boolean().nullish(),
  options: Options.nullish().meta({ description: 'Of a dropdown; entries of blank id and label are dropped' }),
  default: Value,
};

/** A field in answers; templates and envelopes add their own members. */
export const FieldRecord = {
  name: z.string(),
  role_name: z.string(),
  document_id: Id,
  type: FieldTypeName,
  required: z.boolean(),
  readonly: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  validator: z.string().nullable(),
  label: z.string().nullable(),
  placeholder: z.string().nullable(),
  group: z.string().nullable(),
  multiline: z.boolean(),
  options: z.array(DropdownOption),
  default: z.string().nullable(),
};

const Definition = z.object(FieldRecord);
/** The part of a field that templates and envelopes share. */
export type FieldDefinition = z.infer<typeof Definition>;

const Details = z.object(FieldDetails);
export type FieldDetails = z.output<typeof Details>;
