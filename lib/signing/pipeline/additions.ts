import * as z from 'zod';
import { isFailure } from '../../base/errors.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import { checkField, type FieldIdentity, newField } from '../fields/rules.ts';
import { type FieldDefinition, FieldDetails, FieldName, RoleName } from '../fields/schema.ts';
import type { FieldType } from '../fields/types.ts';

/** What a document's fields are added to: a template, or an envelope in the making. */
export interface Target {
  /** Who acts, in the order in which they do. */
  roles: readonly { name: string; type: 'signer' | 'cc' | 'approver' }[];
  /** Names of fields that are there already. */
  names: readonly string[];
  /** How many more fields, and how many more roles, there is room for. */
  room: { fields: number; roles: number };
}

/** Why something can't be: with which role, or as which field. The reason is a clause without a full stop. */
export interface Problem {
  concerns: 'role' | 'field';
  reason: string;
}

const FIRST_SIGNER = 'Signer 1';
const Details = z.object(FieldDetails);

/** Fields and roles that documents bring along, each checked against what is there and what came before. */
export class Additions {
  readonly fields: FieldDefinition[] = [];
  /** Names of roles that the target doesn't have yet; all are signers. */
  readonly roles: string[] = [];
  readonly #target: Target;
  readonly #names: Set<string>;

  constructor(target: Target) {
    this.#target = target;
    this.#names = new Set(target.names);
  }

  /** How many more fields the target takes. */
  get room(): number {
    return this.#target.room.fields - this.fields.length;
  }

  /**
   * The role that `asked` means: exactly, or but for its case. No name means the first signer. A target without any
   * roles gets those that are asked for.
   */
  role(asked: string | null): string | Problem {
    const { roles } = this.#target;
    if (asked === null) return this.#firstSigner();
    const known = [...roles.map(({ name }) => name), ...this.roles];
    const found = known.find((name) => name === asked) ?? known.find((name) => folded(name) === folded(asked));
    if (found === undefined) {
      if (roles.length === 0) return this.#newRole(asked);
      return { concerns: 'role', reason: `there is no role with the name ${asked}` };
    }
    const copied = roles.some(({ name, type }) => name === found && type === 'cc');
    return copied ? { concerns: 'role', reason: `the role ${found} only gets a copy` } : found;
  }

  #firstSigner(): string | Problem {
    const { roles, room } = this.#target;
    const signer = roles.find(({ type }) => type === 'signer')?.name ?? this.roles[0];
    if (signer !== undefined) return signer;
    const other = room.roles === 0 ? roles.find(({ type }) => type !== 'cc')?.name : undefined;
    return other ?? this.#newRole(FIRST_SIGNER);
  }

  /** A name that a role can have. The role comes with its first field. */
  #newRole(name: string): string | Problem {
    if (this.roles.length >= this.#target.room.roles) return { concerns: 'role', reason: 'there are too many roles' };
    const read = RoleName.safeParse(name);
    return read.success ? read.data : { concerns: 'role', reason: `${name} can't be the name of a role` };
  }

  #knows(role_name: string): boolean {
    return this.roles.includes(role_name) || this.#target.roles.some(({ name }) => name === role_name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** `name`, or, where it is taken, the name with the first number that isn't. */
  freeName(name: string): string {
    return this.has(name) ? this.numberedName(name, 2) : name;
  }

  /** The first of `signature-1`, `signature-2` … that is free. */
  numberedName(base: string, from = 1): string {
    for (let number = from; ; number++) {
      const name = `${base.slice(0, LONGEST_BASE).toWellFormed()}-${number}`;
      if (!this.has(name)) return name;
    }
  }

  /** Adds a field of the document, and its role where that is new; answers why it can't be one where it can't. */
  add(
    { name, role_name, type }: { name: string; role_name: string; type: FieldType },
    details: FieldDetails,
    document: AcceptedDocument,
  ): Problem | undefined {
    const readName = FieldName.safeParse(name);
    const readDetails = Details.safeParse(details);
    const error = readName.error ?? readDetails.error;
    if (!readName.success || !readDetails.success) return { concerns: 'field', reason: describe(error) };
    const identity: FieldIdentity = { name: readName.data, role_name, type, document_id: document.id };
    if (this.has(identity.name)) {
      return { concerns: 'field', reason: `there is a field with the name ${identity.name} already` };
    }
    try {
      this.fields.push(checkField(newField(identity, readDetails.data), document));
      this.#names.add(identity.name);
      if (!this.#knows(role_name)) this.roles.push(role_name);
      return undefined;
    } catch (error) {
      if (isFailure(error, 'invalid')) return { concerns: 'field', reason: error.details.detail };
      throw error;
    }
  }
}

/** Leaves room for a number within the longest name that a field may have. */
const LONGEST_BASE = 140;

const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

const describe = (error: z.ZodError | undefined): string => {
  const [issue] = error?.issues ?? [];
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'it makes no sense';
};
