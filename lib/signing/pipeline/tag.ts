import { FIELD_KINDS } from '../../fields/kinds.ts';
import { FIELD_TYPES, type FieldType } from '../../fields/types.ts';

/** A parsed text tag. Null means that it names no value, so the field's default applies. */
export interface Tag {
  type: FieldType;
  /** Null means the first signer. */
  role: string | null;
  name: string | null;
  required: boolean | null;
  readonly: boolean;
  multiline: boolean;
  /** Points. */
  width: number | null;
  height: number | null;
  label: string | null;
  placeholder: string | null;
  default: string | null;
  group: string | null;
  validator: string | null;
  options: string[];
}

/** A tag, or the problem with it: a clause without a full stop. */
export type ParsedTag = { tag: Tag } | { problem: string };

/** Longest tag, in characters between the braces. */
export const LONGEST_TAG = 500;

const ALIASES: Record<string, FieldType> = { text: 'textbox', initials: 'initial' };

const FLAGS: Record<string, Partial<Tag>> = {
  required: { required: true },
  optional: { required: false },
  readonly: { readonly: true },
  multiline: { multiline: true },
};

const TEXTS = ['name', 'label', 'placeholder', 'default', 'group', 'validator'] as const;
const LENGTHS = ['width', 'height'] as const;

/**
 * Parses the text between the braces of a tag: `type:role:name:flag:key=value…`, separated by colons. The grammar is in
 * `README.md` beside this file. Spaces around parts and the case of types, flags and keys are ignored. A backslash
 * escapes the next character.
 */
export const parseTag = (text: string): ParsedTag => {
  const clean = readable(text);
  if (clean.length > LONGEST_TAG) return { problem: `a tag may have at most ${LONGEST_TAG} characters` };
  const [first = '', second = '', ...rest] = split(clean, ':').map((part) => part.trim());
  const type = fieldType(literal(first));
  if (!type) return { problem: `${literal(first) || 'nothing'} is no type of field` };
  const tag: Tag = { ...EMPTY, type, role: literal(second) || null };
  const said = new Set<string>();
  for (const part of rest) {
    const change = part === '' ? {} : readPart(part, tag);
    if ('problem' in change) return change;
    for (const key of Object.keys(change)) {
      if (said.has(key)) return { problem: `it says twice what its ${key} is` };
      said.add(key);
    }
    Object.assign(tag, change);
  }
  return misfit(tag) ?? { tag };
};

const EMPTY: Omit<Tag, 'type'> = {
  role: null,
  name: null,
  required: null,
  readonly: false,
  multiline: false,
  width: null,
  height: null,
  label: null,
  placeholder: null,
  default: null,
  group: null,
  validator: null,
  options: [],
};

/** Removes what typesetting adds to a tag's text: soft hyphens, zero-width marks, special spaces. */
const readable = (text: string): string =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff\p{Cc}\p{Cs}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();

const fieldType = (word: string): FieldType | undefined => {
  const type = word.trim().toLowerCase();
  return FIELD_TYPES.find((known) => known === type) ?? (Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined);
};

const readPart = (part: string, tag: Tag): Partial<Tag> | { problem: string } => {
  const [key = '', ...values] = split(part, '=');
  if (values.length === 0) {
    const flag = part.toLowerCase();
    if (Object.hasOwn(FLAGS, flag)) return FLAGS[flag] as Partial<Tag>;
    return tag.name === null ? { name: literal(part) || null } : { problem: `${literal(part)} is no flag` };
  }
  const name = key.trim().toLowerCase();
  const value = values.join('=').trim();
  if (name === 'options') return readOptions(value);
  if (isIn(LENGTHS, name)) return readLength(name, literal(value));
  if (isIn(TEXTS, name)) return { [name]: literal(value) || null };
  return { problem: `${literal(key)} is nothing that a tag can say` };
};

const isIn = <T extends string>(list: readonly T[], name: string): name is T =>
  (list as readonly string[]).includes(name);

const readLength = (key: 'width' | 'height', value: string): Partial<Tag> | { problem: string } =>
  /^\d{1,5}(\.\d{1,3})?$/.test(value) && Number(value) > 0
    ? { [key]: Number(value) }
    : { problem: `its ${key} must be a number of points` };

const readOptions = (value: string): Partial<Tag> | { problem: string } => {
  const options = split(value, '|').map(literal);
  if (options.includes('')) return { problem: 'an option is empty' };
  return new Set(options).size < options.length ? { problem: 'an option is given twice' } : { options };
};

/** Finds a part that the tag's type doesn't allow. */
const misfit = ({ type, options, multiline, group }: Tag): { problem: string } | undefined => {
  const { value } = FIELD_KINDS[type];
  if (value === 'option' && options.length === 0) return { problem: 'a dropdown needs options' };
  if (value !== 'option' && options.length > 0) return { problem: 'only a dropdown has options' };
  if (multiline && value !== 'text') return { problem: 'only texts can be multiline' };
  return group !== null && value !== 'choice' ? { problem: 'only radio buttons have a group' } : undefined;
};

/** Splits at separators without a backslash before them. Escapes stay escaped. */
const split = (text: string, separator: string): string[] => {
  const parts = [''];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === separator) parts.push('');
    else parts.push(`${parts.pop()}${character === '\\' ? text.slice(at, ++at + 1) : character}`);
  }
  return parts;
};

/**
 * Spaces at the ends are ignored even with a backslash: nobody could tell such a role or name from the same without.
 */
const literal = (text: string): string => text.replace(/\\(.?)/gs, '$1').trim();
