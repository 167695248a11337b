import { invalid } from '../../base/errors.ts';
import { FIELD_KINDS } from '../../fields/kinds.ts';
import type { ColumnTarget } from '../../storage/records/batch.ts';
import type { RowTemplate } from './row-request.ts';

/**
 * Throws `invalid` unless there is a use, or null, for each column, and each use is one that the template has and comes
 * once.
 */
export const demandMapping = (
  mapping: readonly (ColumnTarget | null)[],
  columns: readonly string[],
  template: Omit<RowTemplate, 'header'>,
): void => {
  if (mapping.length !== columns.length) {
    invalid('mapping', `must have one entry for each of the ${columns.length} columns`);
  }
  const seen = new Map<string, number>();
  for (const [index, target] of mapping.entries()) {
    if (!target) continue;
    const at = `mapping.${index}`;
    demandKnown(target, at, template);
    const key = JSON.stringify(Object.entries(target).toSorted());
    const before = seen.get(key);
    if (before !== undefined) invalid(at, `is the use of column ${before + 1} already`);
    seen.set(key, index);
  }
  for (const [index, target] of mapping.entries()) {
    const isWhole = target?.kind === 'recipient' && target.member === 'full_name';
    const half = mapping.findIndex(
      (one) =>
        isWhole &&
        one?.kind === 'recipient' &&
        one.role_name === target.role_name &&
        (one.member === 'first_name' || one.member === 'last_name'),
    );
    if (half >= 0) invalid(`mapping.${index}`, `is a whole name, and column ${half + 1} is a part of it`);
  }
};

const demandKnown = (target: ColumnTarget, at: string, { roles, fields }: Omit<RowTemplate, 'header'>): void => {
  if (target.kind === 'recipient') {
    if (!roles.some(({ name }) => name === target.role_name)) {
      const names = roles.map(({ name }) => name).join(', ');
      invalid(`${at}.role_name`, `must be one of the template's roles: ${names}`);
    }
    return;
  }
  if (target.kind !== 'field') return;
  const field = fields.find(({ name }) => name === target.name);
  if (!field) invalid(`${at}.name`, 'the template has no such field');
  else if (!FIELD_KINDS[field.type].hasDefault) {
    invalid(`${at}.name`, `a ${field.type} field is filled by its recipient alone`);
  }
};
