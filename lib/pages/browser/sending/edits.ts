import { byPlace } from '../../../fields/order.ts';
import type { Contents, PlacedField, Role } from './draft.ts';
import { beginningOf } from './kinds.ts';

/** Edits of a draft's contents: each returns others. Pure, so that they are tested without a browser. */

export interface Size {
  width: number;
  height: number;
}

/** Points that a field has at least each way. */
export const LEAST = 8;

export const pageSize = (
  { documents }: Contents,
  { document_id, page }: Pick<PlacedField, 'document_id' | 'page'>,
): Size => documents.find(({ id }) => id === document_id)?.page_sizes[String(page)] ?? { width: 612, height: 792 };

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Points with a tenth: no arithmetic leaves more in what is saved. */
const rounded = (points: number): number => Math.round(points * 10) / 10;

/** The field with its box inside of its page. */
const within = (field: PlacedField, page: Size): PlacedField => {
  const width = rounded(clamp(field.width, LEAST, page.width));
  const height = rounded(clamp(field.height, LEAST, page.height));
  return {
    ...field,
    width,
    height,
    x: rounded(clamp(field.x, 0, page.width - width)),
    y: rounded(clamp(field.y, 0, page.height - height)),
  };
};

/** A name for a new part that no other has: stable, because changes are found by it. */
const freeName = (taken: readonly { name: string }[], stem: string): string => {
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number++) if (!names.has(`${stem}-${number}`)) return `${stem}-${number}`;
};

/** Adds a field of this kind for a person, with its middle at a point of a page. */
export const placeField = (
  contents: Contents,
  {
    type,
    role_name,
    document_id,
    page,
    x,
    y,
  }: Pick<PlacedField, 'type' | 'role_name' | 'document_id' | 'page' | 'x' | 'y'>,
): { contents: Contents; name: string } => {
  const name = freeName(contents.fields, type);
  const begun = beginningOf(type, role_name);
  const field: PlacedField = {
    name,
    role_name,
    document_id,
    type,
    page,
    ...begun,
    x: x - begun.width / 2,
    y: y - begun.height / 2,
    readonly: false,
    label: null,
    placeholder: null,
    default: null,
    validator: null,
    settings: {},
  };
  const placed = within(field, pageSize(contents, field));
  return { contents: { ...contents, fields: [...contents.fields, placed] }, name };
};

/** Adds the field that a page proposes, at its place, and with what is known of it, for a person. */
export const placeProposal = (
  contents: Contents,
  proposal: Pick<PlacedField, 'type' | 'document_id' | 'page' | 'x' | 'y' | 'width' | 'height' | 'label'> & {
    required: boolean;
    options: { id: string; label: string }[];
  },
  role_name: string,
): Contents => {
  const { type, document_id, page, x, y, width, height, label, required, options } = proposal;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const made = placeField(contents, { type, role_name, document_id, page, ...middle });
  const size = { width: Math.max(LEAST, width), height: Math.max(LEAST, height) };
  return changeFields(made.contents, new Set([made.name]), (field) => ({
    ...field,
    ...{ x, y, ...size, label },
    ...(required && { required }),
    ...(options.length > 0 && { options }),
  }));
};

/** Changes the fields with these names. */
export const changeFields = (
  contents: Contents,
  names: ReadonlySet<string>,
  change: (field: PlacedField) => PlacedField,
): Contents => ({
  ...contents,
  fields: contents.fields.map((field) => {
    if (!names.has(field.name)) return field;
    const changed = change(field);
    return within(changed, pageSize(contents, changed));
  }),
});

/** Moves fields by so many points. They keep their places to each other: the page's edge stops all. */
export const moveFields = (contents: Contents, names: ReadonlySet<string>, by: { x: number; y: number }): Contents => {
  const moved = contents.fields.filter(({ name }) => names.has(name));
  if (moved.length === 0) return contents;
  const most = (axis: 'x' | 'y', extent: 'width' | 'height') => ({
    least: Math.max(...moved.map((field) => -field[axis])),
    most: Math.min(...moved.map((field) => pageSize(contents, field)[extent] - field[axis] - field[extent])),
  });
  const [across, up] = [most('x', 'width'), most('y', 'height')];
  const [x, y] = [clamp(by.x, across.least, across.most), clamp(by.y, up.least, up.most)];
  return changeFields(contents, names, (field) => ({ ...field, x: field.x + x, y: field.y + y }));
};

/** Makes fields larger or smaller; their upper left corner stays. */
export const resizeFields = (contents: Contents, names: ReadonlySet<string>, by: Size): Contents =>
  changeFields(contents, names, (field) => {
    const height = Math.max(LEAST, field.height + by.height);
    return { ...field, width: field.width + by.width, height, y: field.y + field.height - height };
  });

export const removeFields = (contents: Contents, names: ReadonlySet<string>): Contents => ({
  ...contents,
  fields: contents.fields.filter(({ name }) => !names.has(name)),
});

/** Copies fields a little below and beside themselves, as far as the page has room. Returns the copies' names, too. */
export const duplicateFields = (
  contents: Contents,
  names: ReadonlySet<string>,
): { contents: Contents; names: Set<string> } => {
  let all = [...contents.fields];
  const copies = new Set<string>();
  for (const field of contents.fields.filter(({ name }) => names.has(name))) {
    const name = freeName(all, field.type);
    copies.add(name);
    all = [...all, { ...field, name }];
  }
  return { contents: moveFields({ ...contents, fields: all }, copies, { x: 12, y: -12 }), names: copies };
};

/** Copies fields to other pages of their documents, at the same place. */
export const copyToPages = (
  contents: Contents,
  names: ReadonlySet<string>,
  pages: (document_id: string) => readonly number[],
): Contents => {
  let all = [...contents.fields];
  for (const field of contents.fields.filter(({ name }) => names.has(name))) {
    for (const page of pages(field.document_id)) {
      if (page === field.page) continue;
      const copy = { ...field, name: freeName(all, field.type), page };
      all = [...all, within(copy, pageSize(contents, copy))];
    }
  }
  return { ...contents, fields: all };
};

/** Points from the right and the lower edge at which initials stand on every page. */
const INITIALS_MARGIN = 36;

/** Adds initials of a person in the lower right corner of each page that has none of theirs. */
export const initialEveryPage = (contents: Contents, role_name: string): Contents => {
  const { width, height } = beginningOf('initial', role_name);
  const places = contents.documents.flatMap(({ id: document_id, pages }) =>
    Array.from({ length: pages }, (_, index) => ({ document_id, page: index + 1 })),
  );
  const has = ({ document_id, page }: (typeof places)[number]) =>
    contents.fields.some(
      (field) =>
        field.type === 'initial' &&
        field.role_name === role_name &&
        field.document_id === document_id &&
        field.page === page,
    );
  return places
    .filter((place) => !has(place))
    .reduce((all, place) => {
      const size = pageSize(all, place);
      const x = size.width - INITIALS_MARGIN - width / 2;
      return placeField(all, { type: 'initial', role_name, ...place, x, y: INITIALS_MARGIN + height / 2 }).contents;
    }, contents);
};

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** Puts the sides of fields on one line: that of the field that reaches farthest. */
export const alignFields = (contents: Contents, names: ReadonlySet<string>, side: Side): Contents => {
  const some = contents.fields.filter(({ name }) => names.has(name));
  const edge = {
    left: Math.min(...some.map(({ x }) => x)),
    right: Math.max(...some.map(({ x, width }) => x + width)),
    bottom: Math.min(...some.map(({ y }) => y)),
    top: Math.max(...some.map(({ y, height }) => y + height)),
  }[side];
  return changeFields(contents, names, (field) => {
    if (side === 'left') return { ...field, x: edge };
    if (side === 'right') return { ...field, x: edge - field.width };
    return { ...field, y: side === 'bottom' ? edge : edge - field.height };
  });
};

/** Leaves equal room between fields, from the first to the last of them. */
export const distributeFields = (contents: Contents, names: ReadonlySet<string>, axis: 'x' | 'y'): Contents => {
  const extent = axis === 'x' ? 'width' : 'height';
  const some = contents.fields.filter(({ name }) => names.has(name)).sort((a, b) => a[axis] - b[axis]);
  const [first, last] = [some[0], some.at(-1)];
  if (!first || !last || some.length < 3) return contents;
  const taken = some.reduce((sum, field) => sum + field[extent], 0);
  const gap = (last[axis] + last[extent] - first[axis] - taken) / (some.length - 1);
  const places = new Map<string, number>();
  let at = first[axis];
  for (const field of some) {
    places.set(field.name, at);
    at += field[extent] + gap;
  }
  return changeFields(contents, names, (field) => ({ ...field, [axis]: places.get(field.name) ?? field[axis] }));
};

/** Orders that were asked for: contents never change, and every field of a page asks for its place in them. */
const orders = new WeakMap<Contents, { fields: readonly PlacedField[]; places: ReadonlyMap<string, number> }>();

const orderOf = (contents: Contents) => {
  const known = orders.get(contents);
  if (known) return known;
  const fields = [...contents.fields].sort(byPlace(contents.documents));
  const made = { fields, places: new Map(fields.map(({ name }, index) => [name, index])) };
  orders.set(contents, made);
  return made;
};

/** Fields in the order in which one reads them. */
export const inReadingOrder = (contents: Contents): readonly PlacedField[] => orderOf(contents).fields;

/** A field's number in that order; the first is 1. */
export const numberInOrder = (contents: Contents, name: string): number =>
  (orderOf(contents).places.get(name) ?? -1) + 1;

/** Fields that stand on no page of their documents, as after a replacement of a file. */
export const misplacedFields = (contents: Contents): readonly PlacedField[] =>
  contents.fields.filter((field) => {
    const document = contents.documents.find(({ id }) => id === field.document_id);
    const { width, height } = pageSize(contents, field);
    const isOut =
      field.x < -1 || field.y < -1 || field.x + field.width > width + 1 || field.y + field.height > height + 1;
    return document !== undefined && (field.page > document.pages || isOut);
  });

/** Adds a person at the end of the order. */
export const addRole = (contents: Contents, person: Partial<Role> = {}): Contents => {
  const { roles } = contents;
  const last = Math.max(0, ...roles.map(({ order }) => order));
  const sequence = isOneAfterTheOther(roles)
    ? Math.max(0, ...roles.map((role) => role.sequence)) + 1
    : (roles[0]?.sequence ?? 1);
  const role: Role = {
    name: freeName(roles, 'Person'),
    type: 'signer',
    first_name: null,
    last_name: null,
    full_name: null,
    email: null,
    phone: null,
    message: null,
    sequence,
    step_needs: null,
    only_if: null,
    named_by: null,
    may_name_self: false,
    shared: false,
    may_send_back: false,
    signature_meaning: null,
    order: last + 1,
    delegator: false,
    name_locked: false,
    locale: null,
    auth_methods: [],
    phone_auth: null,
    identity_provider: null,
    identity_claim: null,
    trust_service: null,
    ...person,
  };
  return { ...contents, roles: inSteps([...roles, role], needsOf(roles)) };
};

export const changeRole = (contents: Contents, name: string, change: Partial<Role>): Contents => {
  // Recipients of a copy sign nothing.
  const whole = change.type === 'cc' ? { ...change, signature_meaning: null } : change;
  const roles = contents.roles.map((role) => (role.name === name ? { ...role, ...whole } : role));
  return { ...contents, roles: change.type ? inSteps(roles, needsOf(contents.roles)) : roles };
};

/** Takes a person away, with all that the person was to fill. */
export const removeRole = (contents: Contents, name: string): Contents => ({
  ...contents,
  roles: inSteps(
    contents.roles
      .filter((role) => role.name !== name)
      .map((role) => (role.named_by === name ? { ...role, named_by: null } : role)),
    needsOf(contents.roles),
  ),
  fields: contents.fields.filter(({ role_name }) => role_name !== name),
});

/** Persons in the order in which they act. */
export const inOrder = (roles: readonly Role[]): Role[] =>
  [...roles].sort((a, b) => a.sequence - b.sequence || a.order - b.order || (a.name < b.name ? -1 : 1));

/** True if some wait for others: there are several steps. */
export const isOneAfterTheOther = (roles: readonly Role[]): boolean =>
  new Set(roles.map(({ sequence }) => sequence)).size > 1;

/** The persons of a role's step who act. Who only gets a copy is on none. */
export const stepOf = (roles: readonly Role[], { sequence }: Pick<Role, 'sequence'>): Role[] =>
  inOrder(roles).filter((one) => one.sequence === sequence && one.type !== 'cc');

/** Number of a role's step, from 1. */
export const stepNumber = (roles: readonly Role[], { sequence }: Pick<Role, 'sequence'>): number =>
  new Set(roles.flatMap((one) => (one.sequence < sequence ? [one.sequence] : []))).size + 1;

type Needs = ReadonlyMap<number, number | null>;

/** Number that is enough, by sequence. */
const needsOf = (roles: readonly Role[]): Needs =>
  new Map(roles.flatMap(({ sequence, step_needs }) => (step_needs ? [[sequence, step_needs]] : [])));

/** Gives each step its number; a step needs all where it has no more persons than that. */
const inSteps = (roles: readonly Role[], needs: Needs): Role[] =>
  roles.map((role) => {
    const needed = role.type === 'cc' ? null : (needs.get(role.sequence) ?? null);
    const step_needs = needed !== null && needed < stepOf(roles, role).length ? needed : null;
    return role.step_needs === step_needs ? role : { ...role, step_needs };
  });

/** Says how many of a role's step are enough; null for all. */
export const setStepNeeds = (
  contents: Contents,
  { sequence }: Pick<Role, 'sequence'>,
  needs: number | null,
): Contents => ({
  ...contents,
  roles: inSteps(contents.roles, new Map([...needsOf(contents.roles), [sequence, needs]])),
});

/** Gives a person a condition; in a step of which some are enough, all of it. */
export const setCondition = (contents: Contents, role: Role, only_if: Role['only_if']): Contents => {
  const names = new Set((role.step_needs ? stepOf(contents.roles, role) : [role]).map(({ name }) => name));
  return { ...contents, roles: contents.roles.map((one) => (names.has(one.name) ? { ...one, only_if } : one)) };
};

/** Those who may put a person in: whoever signs or approves before. */
export const namersFor = (roles: readonly Role[], role: Role): Role[] =>
  inOrder(roles).filter(
    (one) =>
      one.name !== role.name &&
      one.type !== 'cc' &&
      !one.step_needs &&
      (role.type === 'cc' || one.sequence < role.sequence),
  );

/** Lets an earlier person put this one in, or the sender again: then nothing of a person stands here. */
export const setNamer = (contents: Contents, name: string, named_by: string | null): Contents =>
  changeRole(contents, name, {
    named_by,
    ...(named_by
      ? { full_name: null, first_name: null, last_name: null, email: null, phone: null, phone_auth: null }
      : { may_name_self: false }),
  });

/** Lets all act at once, or each after the one before. */
export const setOrder = (contents: Contents, oneAfterTheOther: boolean): Contents =>
  isOneAfterTheOther(contents.roles) === oneAfterTheOther && contents.roles.length > 1
    ? contents
    : {
        ...contents,
        roles: inOrder(contents.roles).map((role, index) => ({
          ...role,
          step_needs: null,
          order: index + 1,
          sequence: oneAfterTheOther ? index + 1 : 1,
        })),
      };

/** Moves a person by so many places in the order. The steps keep their sizes. */
export const moveRole = (contents: Contents, name: string, by: number): Contents => {
  const roles = inOrder(contents.roles);
  const places = roles.map((role) => stepNumber(roles, role));
  const needs = new Map(roles.flatMap((role) => (role.step_needs ? [[stepNumber(roles, role), role.step_needs]] : [])));
  const from = roles.findIndex((role) => role.name === name);
  const to = clamp(from + by, 0, roles.length - 1);
  const [role] = roles.splice(from, 1);
  if (!role) return contents;
  roles.splice(to, 0, role);
  const placed = roles.map((one, index) => ({ ...one, order: index + 1, sequence: places[index] ?? 1 }));
  return { ...contents, roles: inSteps(placed, needs) };
};

/** Lets a person, and those of the same step who follow, act with the one before, or after that one. */
export const joinStep = (contents: Contents, name: string, isJoined: boolean): Contents => {
  const roles = inOrder(contents.roles);
  let number = 0;
  const needs = new Map<number, number | null>();
  const placed = roles.map((role, index) => {
    const begins = role.name === name ? !isJoined || index === 0 : role.sequence !== roles[index - 1]?.sequence;
    if (begins) {
      number += 1;
      // A part that is taken out of a step needs all of it.
      needs.set(number, role.name === name ? null : role.step_needs);
    }
    return { ...role, order: index + 1, sequence: number };
  });
  return { ...contents, roles: inSteps(placed, needs) };
};

/** Moves a document by so many places. */
export const moveDocument = (contents: Contents, id: string, by: number): Contents => {
  const documents = [...contents.documents].sort((a, b) => a.order - b.order);
  const from = documents.findIndex((document) => document.id === id);
  const [moved] = documents.splice(from, 1);
  if (!moved) return contents;
  documents.splice(clamp(from + by, 0, documents.length), 0, moved);
  return { ...contents, documents: documents.map((document, order) => ({ ...document, order })) };
};
