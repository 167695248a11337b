import { test } from 'vitest';
import { startVisits } from './visit.ts';

const visit = startVisits();

test('the accessibility statement is accessible itself, and says what was not tested', async () => {
  const page = await visit.open(`${visit.api.url}/accessibility`);
  await visit.shows(page, 'Accessibility');
  await page.getByRole('heading', { level: 2, name: 'Not tested, or known not to work' }).waitFor();
});
