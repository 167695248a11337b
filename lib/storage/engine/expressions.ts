import { Test, type Where } from './where.ts';
import type { Alteration } from './write.ts';

/** A condition or an update as DynamoDB accepts it. Empty members are absent, because it refuses them. */
export interface Expressed {
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** Placeholders of one expression, for any attribute names and values. */
class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: Record<string, unknown> = {};

  /** The placeholder of an attribute; a dot leads to a nested one. */
  name(path: string): string {
    return path
      .split('.')
      .map((part) => {
        const known = this.#names.get(part) ?? `#n${this.#names.size}`;
        this.#names.set(part, known);
        return known;
      })
      .join('.');
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  expressed(): Pick<Expressed, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
    const names = Object.fromEntries([...this.#names].map(([part, placeholder]) => [placeholder, part]));
    return {
      ...(this.#names.size > 0 ? { ExpressionAttributeNames: names } : {}),
      ...(Object.keys(this.#values).length > 0 ? { ExpressionAttributeValues: this.#values } : {}),
    };
  }
}

/** Converts `where` to a condition; nothing without one. */
export const asCondition = (where: Where | undefined): Expressed => {
  const placeholders = new Placeholders();
  const text = where && conditionOf(where, placeholders);
  return text ? { ConditionExpression: text, ...placeholders.expressed() } : {};
};

/** Makes the update with its condition. Throws if it would change nothing. */
export const asUpdate = ({ set = {}, copy = {}, unset = [], add = {}, take = {}, where }: Alteration): Expressed => {
  const placeholders = new Placeholders();
  const each = (of: Readonly<Record<string, unknown>>, join: string): string[] =>
    Object.entries(of)
      .filter(([, value]) => value !== undefined)
      .map(([path, value]) => `${placeholders.name(path)}${join}${placeholders.value(value)}`);
  const copies = Object.entries(copy).map(([to, from]) => `${placeholders.name(to)} = ${placeholders.name(from)}`);
  const clauses = [
    ['SET', [...each(set, ' = '), ...copies]],
    ['REMOVE', unset.map((path) => placeholders.name(path))],
    ['ADD', each(add, ' ')],
    ['DELETE', each(take, ' ')],
  ] as const;
  const stated = clauses.filter(([, parts]) => parts.length > 0);
  if (stated.length === 0) throw new Error('An update that changes nothing');
  const condition = where && conditionOf(where, placeholders);
  return {
    UpdateExpression: stated.map(([verb, parts]) => `${verb} ${parts.join(', ')}`).join(' '),
    ...(condition ? { ConditionExpression: condition } : {}),
    ...placeholders.expressed(),
  };
};

const conditionOf = (where: Where, placeholders: Placeholders): string => {
  if (isList(where, 'anyOf')) return joined(where.anyOf, ' OR ', placeholders);
  if (isList(where, 'allOf')) return joined(where.allOf, ' AND ', placeholders);
  return Object.entries(where)
    .map(([path, test]) => testOf(placeholders.name(path), test, placeholders))
    .join(' AND ');
};

const isList = <K extends 'anyOf' | 'allOf'>(where: Where, kind: K): where is Record<K, readonly Where[]> & Where =>
  Array.isArray((where as Record<string, unknown>)[kind]);

const joined = (conditions: readonly Where[], by: string, placeholders: Placeholders): string => {
  const parts = conditions.map((one) => conditionOf(one, placeholders)).filter((text) => text !== '');
  return parts.length < 2 ? parts.join('') : parts.map(bracketed).join(by);
};

/** Puts the condition in brackets once: DynamoDB refuses double ones. */
const bracketed = (text: string): string => (isBracketed(text) ? text : `(${text})`);

const isBracketed = (text: string): boolean => {
  let depth = 0;
  const closes = [...text].findIndex((letter) => {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    return depth === 0;
  });
  return text.startsWith('(') && closes === text.length - 1;
};

const testOf = (name: string, test: unknown, placeholders: Placeholders): string => {
  if (test === undefined) return `attribute_not_exists(${name})`;
  if (!(test instanceof Test)) return `${name} = ${placeholders.value(test)}`;
  const [operand] = test.operands;
  switch (test.kind) {
    case 'missing':
      return `attribute_not_exists(${name})`;
    case 'present':
      return `attribute_exists(${name})`;
    case 'fewer':
      return `size(${name}) < ${placeholders.value(operand)}`;
    case 'contains':
      return `contains(${name}, ${placeholders.value(operand)})`;
    case 'oneOf':
      return `${name} IN (${test.operands.map((value) => placeholders.value(value)).join(', ')})`;
    case 'eitherOf':
      return `(${test.operands.map((one) => testOf(name, one, placeholders)).join(' OR ')})`;
    default:
      return `${name} ${test.kind} ${placeholders.value(operand)}`;
  }
};
