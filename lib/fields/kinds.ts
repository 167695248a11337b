import { DATE_FORMATS, isDateFormat } from '../base/written-time.ts';
import { ATTACHMENT_KINDS } from './attachment-kinds.ts';
import type { FieldSettings, FieldType, FillableField } from './types.ts';
import { isVisible } from './visible.ts';

/**
 * The form of a value. It decides how a value is read (`read-value.ts`), written on the document (`written.ts`), drawn,
 * certified and shown: each of these places has an entry for every form. A `choice` takes the choice from the others of
 * its group.
 */
export type ValueForm = 'text' | 'date' | 'option' | 'tick' | 'choice' | 'ink' | 'file' | 'moment' | 'none';

/** The way in which a person fills a field: the page of signing has an entry for each. Kinds may share one. */
export type FieldInput = 'text' | 'date' | 'list' | 'box' | 'choice' | 'ink' | 'file';

/** Kinds of pictures that a person draws or types once, and puts into fields. */
export type InkKind = 'signature' | 'initials';

/** Everything about one kind of field that can be said without I/O. */
export interface FieldKind {
  /** Default width and height in points, as existing clients assume them. */
  size: { width: number; height: number };
  value: ValueForm;
  /** The way in which its recipient fills it; null if nobody does, because the platform sets it. */
  input: FieldInput | null;
  /** True if its text always breaks into lines; another text does where its `multiline` says so. */
  lines: boolean;
  /** True if the sender may give it a default: a value that a person types or chooses. */
  hasDefault: boolean;
  /** True if the sender may prepare it. */
  mayBePrepared: boolean;
  /** The stored value of a field into which a picture or a file was put; null where values are stored as they are. */
  filledAs: 'signed' | 'initialed' | 'attached' | null;
  /** True if it counts as filled. `own` are the fields of the same recipient. */
  isFilled: (field: FillableField, own: readonly FillableField[]) => boolean;
  /** False where no value exists that would fill it. */
  canBeFilled: (field: FillableField) => boolean;
  /** Members of its settings that the platform stores when it is filled. */
  marks: readonly string[];
  /** Blocks whose picture it shows. */
  ink: InkKind | null;
  /** True if the signer and the day stand under its picture. */
  hasCaption: boolean;
  /** The content that the chain's evidence hashes: the stored text, the picture, or the attached file. */
  evidence: 'text' | 'picture' | 'file';
  /** Finds a fault of the sender's settings, and the member that has it. */
  settingsProblem: (settings: FieldSettings) => { member: string; problem: string } | undefined;
  /** The reason for which no new field may have this kind; null if it may. */
  refusal: string | null;
}

/** A value that a person types or chooses, and that is stored as it is. */
const TYPED = {
  lines: false,
  hasDefault: true,
  mayBePrepared: true,
  filledAs: null,
  isFilled: ({ value }: FillableField) => isVisible(value ?? ''),
  canBeFilled: () => true,
  marks: [],
  ink: null,
  hasCaption: false,
  evidence: 'text',
  settingsProblem: () => undefined,
  refusal: null,
} as const satisfies Partial<FieldKind>;

/** A value that the platform knows: nothing is to be filled. */
const GIVEN = { ...TYPED, input: null, hasDefault: false, isFilled: () => true } as const;

/** A picture that only the recipient can put into a field. */
const INK = {
  ...TYPED,
  value: 'ink',
  input: 'ink',
  hasDefault: false,
  mayBePrepared: false,
  marks: ['signature_id', 'signed_at', 'base64'],
  evidence: 'picture',
} as const;

const isTicked = ({ value }: FillableField): boolean => value === 'true';

const acceptProblem = ({ accept }: FieldSettings) => {
  const known: readonly unknown[] = ATTACHMENT_KINDS;
  if (accept === undefined || accept === null) return undefined;
  return Array.isArray(accept) && accept.length > 0 && accept.every((kind) => known.includes(kind))
    ? undefined
    : { member: 'accept', problem: `must be a list of kinds of files: ${ATTACHMENT_KINDS.join(', ')}` };
};

const dateProblem = ({ date_format }: FieldSettings) =>
  date_format === undefined || date_format === null || isDateFormat(date_format)
    ? undefined
    : { member: 'date_format', problem: `must be one of ${DATE_FORMATS.join(', ')}` };

/** Every kind of field. Server, certificate, stamper, export and pages ask this table. */
export const FIELD_KINDS = {
  textbox: { ...TYPED, value: 'text', input: 'text', size: { width: 150, height: 15 } },
  textarea: { ...TYPED, value: 'text', input: 'text', size: { width: 150, height: 41 }, lines: true },
  date: {
    ...TYPED,
    value: 'date',
    input: 'date',
    size: { width: 75, height: 15 },
    settingsProblem: dateProblem,
  },
  dropdown: {
    ...TYPED,
    value: 'option',
    input: 'list',
    size: { width: 85, height: 20 },
    canBeFilled: ({ options }) => options.some(({ id }) => isVisible(id)),
  },
  checkbox: { ...TYPED, value: 'tick', input: 'box', size: { width: 14, height: 14 }, isFilled: isTicked },
  radio: {
    ...TYPED,
    value: 'choice',
    input: 'choice',
    size: { width: 14, height: 14 },
    isFilled: (field, own) => choicesOf(field, own).some(isTicked),
  },
  signature: {
    ...INK,
    size: { width: 71, height: 36 },
    filledAs: 'signed',
    isFilled: ({ value }) => value === 'signed',
    ink: 'signature',
    hasCaption: true,
  },
  initial: {
    ...INK,
    size: { width: 71, height: 36 },
    filledAs: 'initialed',
    isFilled: ({ value }) => value === 'initialed',
    ink: 'initials',
  },
  attachment: {
    ...TYPED,
    value: 'file',
    input: 'file',
    size: { width: 24, height: 24 },
    hasDefault: false,
    filledAs: 'attached',
    isFilled: ({ value }) => value === 'attached',
    marks: ['name', 'size', 'mime', 'sha256', 'file'],
    evidence: 'file',
    settingsProblem: acceptProblem,
  },
  /** The platform sets it at the submit. */
  timestamp: { ...GIVEN, value: 'moment', size: { width: 130, height: 15 } },
  /** Clients know the type. Nobody could pay, and nothing would stand on the document. */
  payment: { ...GIVEN, value: 'none', size: { width: 24, height: 24 }, refusal: "payment isn't supported" },
} satisfies Record<FieldType, FieldKind>;

/** Fields among which one is chosen: those of the field's group in `own`, or the field alone. */
export const choicesOf = <T extends Pick<FillableField, 'name' | 'type' | 'group'>>(
  field: T,
  own: readonly T[],
): readonly T[] =>
  isExclusive(field) && field.group ? own.filter((one) => isExclusive(one) && one.group === field.group) : [field];

type Typed = Pick<FillableField, 'type'>;

/** True if a choice of the field takes the choice from others of its group. */
export const isExclusive = ({ type }: Typed): boolean => FIELD_KINDS[type].value === 'choice';

/** True for a box or a button: its value is true or false. */
export const isTick = ({ type }: Typed): boolean => ['tick', 'choice'].includes(FIELD_KINDS[type].value);

/** True if the field shows the picture of a signature or of initials. */
export const showsInk = ({ type }: Typed): boolean => FIELD_KINDS[type].ink !== null;

/** True if a file was attached. */
export const holdsFile = ({ type, value }: Pick<FillableField, 'type' | 'value'>): boolean =>
  FIELD_KINDS[type].value === 'file' && value === FIELD_KINDS[type].filledAs;

/** True if the field's text breaks into lines. */
export const hasLines = ({ type, multiline }: Typed & { multiline?: boolean | undefined }): boolean =>
  FIELD_KINDS[type].lines || multiline === true;
