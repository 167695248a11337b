import { expect, test } from 'vitest';
import type { Field } from '../../lib/pages/browser/shared/answers.ts';
import { withValue } from '../../lib/pages/browser/signing/state/with-value.ts';

const radio = (name: string, more: Partial<Field> = {}) =>
  ({ name, type: 'radio', group: 'pets', role_name: 'Tenant', value: 'false', ...more }) as Field;
const hidden = { shown: false, computed: false, hidden_by: ['cat'], required_by: [], always_required: false };

test('a radio button that a rule hid when the page opened loses its choice to another of its group, and keeps none for later', () => {
  const rule = { ...hidden, kept_value: 'true' };
  const before = [radio('cat', { value: null, rule }), radio('dog'), radio('other', { group: 'rooms', value: 'true' })];
  const after = withValue(before, 'dog', { value: 'true' });
  expect(after.map(({ value }) => value)).toEqual(['false', 'true', 'true']);
  expect(after[0]?.rule).toEqual({ ...hidden, kept_value: 'false' });
});
