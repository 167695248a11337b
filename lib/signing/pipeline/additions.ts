import * as z from 'zod';
import { isFailure } from '../../base/errors.ts';
import type { FieldType } from '../../fields/types.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import { type FieldDefinition, FieldDetails, FieldName, RoleName } from '../fields/field-schema.ts';
import { checkField, type FieldIdentity, newField } from '../fields/rules.ts';

/** A template, or a new envelope, to which a document's fields are added. */
export interface Target {
  /** Its roles, in the order in which they act. */
  roles: readonly { name: string; type: 'signer' | 'cc' | 'approver' }[];
  /** Names of its fields. */
  names: readonly string[];
  /** Numbers of further fields and roles that fit. */
  room: { fields: number; roles: number };
}

/** Reason why a role or field can't be added: a clause without a full stop. */
export interface Problem {
  concerns: 'role' | 'field';
  reason: string;
}

const FIRST_SIGNER = 'Signer 1';
const Details = z.object(FieldDetails);

/** Fields and roles from documents, each checked against the target and the earlier ones. */
export class Additions {
  readonly fields: FieldDefinition[] = [];
  /** Names of new roles; all are signers. */
  readonly roles: string[] = [];
  readonly #target: Target;
  readonly #names: Set<string>;

  constructor(target: Target) {
    this.#target = target;
    this.#names = new Set(target.names);
  }

  /** Number of further fields that fit. */
  get room(): number {
    return this.#target.room.fields - this.fields.length;
  }

  /**
   * Finds the role that `asked` names, exactly or without regard to case. No name means the first signer. A target
   * without roles gets the named ones.
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

  /** Adds a valid role name. The role is added with its first field. */
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

  /** Returns `name`, or if it is taken, the name with the first free number. */
  freeName(name: string): string {
    return this.has(name) ? this.numberedName(name, 2) : name;
  }

  /** The first free name of `signature-1`, `signature-2` …. */
  numberedName(base: string, from = 1): string {
    for (let number = from; ; number++) {
      const name = `${base.slice(0, LONGEST_BASE).toWellFormed()}-${number}`;
      if (!this.has(name)) return name;
    }
  }

  /** Adds a field of the document, and its role if that is new. Returns the problem if it can't be added. */
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

/** Leaves room for a number within the longest name of a field. */
const LONGEST_BASE = 140;

const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

const describe = (error: z.ZodError | undefined): string => {
  const [issue] = error?.issues ?? [];
  return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : 'it makes no sense';
};
