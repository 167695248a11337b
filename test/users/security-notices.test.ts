import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Mail, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { authenticator, enrolled } from '../mfa/second-factor.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { ok } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const mailsTo = async ({ email }: Person): Promise<Mail[]> => {
  await api.settle();
  return api.messages(email);
};
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);
const again = async (person: Person, password = person.password): Promise<Person> => {
  const body = { grant_type: 'password', username: person.email, password };
  return { ...person, token: ok(await api.anyone.authenticate({ body })).access_token };
};

describe('the user is notified by mail', () => {
  test('that the password was changed, with the time and a link to reset it, without the password', async () => {
    const ada = await api.signUp();
    const body = { old_password: ada.password, new_password: 'another horse, another staple' };
    ok(await api.as(ada).changePassword({ body }));
    const [mail] = await mailsTo(ada);
    expect(mail?.subject).toBe('Your password was changed');
    expect(mail?.text).toMatch(/was changed on \w+ \d+, \d{4} at .* \(UTC\)\./);
    expect(mail?.links[0]).toBe(`${api.url}/reset-password#${new URLSearchParams({ email: ada.email })}`);
    expect(`${mail?.html}${mail?.text}`).not.toContain('another horse');
  });

  test('of nothing if the old password was wrong', async () => {
    const ada = await api.signUp();
    const body = { old_password: 'not it at all', new_password: 'another horse, another staple' };
    expect((await api.as(ada).changePassword({ body })).status).toBe(400);
    expect(await subjectsTo(ada)).toEqual(['Confirm your e-mail address']);
  });

  test('that the password was set by a mailed code', async () => {
    const ada = await api.signUp();
    ok(await api.anyone.resetPassword({ body: { email: ada.email } }));
    const [{ code } = { code: null }] = await mailsTo(ada);
    ok(await api.anyone.resetPassword({ body: { email: ada.email, code, new_password: 'another horse' } }));
    expect((await subjectsTo(ada))[0]).toBe('Your password was changed');
  });

  test('that the second factor was switched on and off, and that backup codes were renewed and used', async () => {
    const ada = await enrolled(api);
    expect((await subjectsTo(ada))[0]).toBe('Two-step sign-in is on');
    const renewed = ok(await api.as(ada).regenerateBackupCodes({ body: { code: ada.code(1) } }));
    const [mail] = await mailsTo(ada);
    expect(mail?.subject).toBe('You have new backup codes');
    const [first, second] = renewed.backup_codes;
    expect(`${mail?.html}${mail?.text}`).not.toContain(first);

    const password = { grant_type: 'password', username: ada.email, password: ada.password };
    const { mfa_token } = (await api.anyone.authenticate({ body: password })).body;
    const grant_type = 'urn:verdocs:params:oauth:grant-type:mfa-recovery-code';
    const body = { grant_type, mfa_token, recovery_code: first };
    const { access_token: token } = ok(await api.anyone.authenticate({ body }));
    const [used] = await mailsTo(ada);
    expect(used?.subject).toBe('A backup code was used to sign in');
    expect(used?.text).toContain('Codes left: 9.');

    ok(await api.as({ token }).disableMfa({ body: { code: second } }));
    expect((await subjectsTo(ada))[0]).toBe('Two-step sign-in is off');
  });

  test('of nothing by an unconfirmed enrollment, or by a sign-in with a code of the app', async () => {
    const ada = await api.signUp();
    const { otpauth_url } = ok(await api.as(ada).enrollMfa());
    await api.as(ada).verifyMfaEnrollment({ body: { code: '000000' } });
    expect(await subjectsTo(ada)).toEqual(['Confirm your e-mail address']);
    const { code } = authenticator(otpauth_url);
    ok(await api.as(ada).verifyMfaEnrollment({ body: { code: code() } }));
    const password = { grant_type: 'password', username: ada.email, password: ada.password };
    const { mfa_token } = (await api.anyone.authenticate({ body: password })).body;
    const grant_type = 'urn:verdocs:params:oauth:grant-type:mfa-otp';
    ok(await api.anyone.authenticate({ body: { grant_type, mfa_token, otp: code(1) } }));
    expect(await subjectsTo(ada)).toEqual(['Two-step sign-in is on', 'Confirm your e-mail address']);
  });

  test('that an administrator removed the second factor, and only if there was one', async () => {
    const owner = await api.signUp();
    const [plain, careful] = [await memberOf(api, owner, 'member'), await memberOf(api, owner, 'member')];
    const { otpauth_url } = ok(await api.as(careful).enrollMfa());
    ok(await api.as(careful).verifyMfaEnrollment({ body: { code: authenticator(otpauth_url).code() } }));
    for (const { profile_id } of [plain, careful]) {
      ok(await api.as(owner).actOnOrganizationMember({ path: { profile_id }, body: { action: 'reset_mfa' } }));
    }
    expect((await subjectsTo(careful))[0]).toBe('Two-step sign-in was taken off your account');
    expect(await subjectsTo(plain)).toEqual([expect.stringContaining('invites you to join')]);
  });

  test('that somebody created an API key that acts for them', async () => {
    const owner = await api.signUp();
    ok(await api.as(owner).createApiKey({ body: { name: 'Nightly <b>export</b>' } }));
    const [mail] = await mailsTo(owner);
    expect(mail?.subject).toBe('A new API key acts for you');
    expect(mail?.text).toContain('“Nightly <b>export</b>”');
    expect(mail?.html).not.toContain('<b>');

    const colleague = await api.signUp();
    const { id: profile_id } = await profileIn(owner.organization_id, colleague, ['member']);
    ok(await api.as(await again(owner)).createApiKey({ body: { name: 'For them', profile_id } }));
    expect((await mailsTo(colleague))[0]?.text).toContain('“For them”');
    expect(await subjectsTo(owner)).toHaveLength(2);
  });
});
