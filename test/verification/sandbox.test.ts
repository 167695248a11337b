import { expect, it } from 'vitest';
import type { Finding, Identity } from '../../lib/signing/verification/bureau.ts';
import { sandbox } from '../../lib/signing/verification/sandbox.ts';

const ada: Identity = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '12 Orchard Lane',
  city: null,
  state: null,
  zip: null,
  dob: null,
  ssn_last_4: null,
};

const answerAll = (finding: Finding, wrong: readonly number[] = []) => {
  if (!('questions' in finding)) throw new Error(`It asks nothing: ${finding.outcome}`);
  const responses = finding.questions.map(({ type, answer }, index) => ({
    type,
    answer: answer[wrong.includes(index) ? 1 : 0] ?? '',
  }));
  return sandbox.judge(finding.reference, responses);
};

it('finds the same for the same identity, every time', async () => {
  const outcomes = async (identity: Identity) => {
    const [first, second] = [await sandbox.identify(identity), await sandbox.identify(identity)];
    expect(second).toEqual(first);
    return first.outcome;
  };
  expect(await outcomes(ada)).toBe('questions');
  expect(await outcomes({ ...ada, last_name: ' FAIL ' })).toBe('failed');
  expect(await outcomes({ ...ada, last_name: 'Pass' })).toBe('verified');
  expect(await outcomes({ ...ada, ssn_last_4: '0000' })).toBe('differentiator');
});

it('accepts the first choice as the right answer, and allows one mistake of three after another question', async () => {
  const asked = await sandbox.identify(ada);
  expect((await answerAll(asked)).outcome).toBe('verified');
  const challenge = await answerAll(asked, [1]);
  expect(challenge.outcome).toBe('challenge');
  expect((await answerAll(challenge)).outcome).toBe('verified');
  expect((await answerAll(challenge, [0])).outcome).toBe('failed');
  expect((await answerAll(asked, [0, 2])).outcome).toBe('failed');
});

it('asks the three questions once the person is found', async () => {
  const differentiator = await sandbox.identify({ ...ada, ssn_last_4: '0000' });
  expect((await answerAll(differentiator)).outcome).toBe('questions');
  expect((await answerAll(differentiator, [0])).outcome).toBe('failed');
});

it('fails answers in another order, missing answers, and unknown references', async () => {
  const asked = await sandbox.identify(ada);
  if (!('questions' in asked)) throw new Error('It asks nothing');
  const responses = asked.questions.map(({ type, answer }) => ({ type, answer: answer[0] ?? '' }));
  expect((await sandbox.judge(asked.reference, responses.toReversed())).outcome).toBe('failed');
  expect((await sandbox.judge(asked.reference, [])).outcome).toBe('failed');
  expect((await sandbox.judge('made up', responses)).outcome).toBe('failed');
});
