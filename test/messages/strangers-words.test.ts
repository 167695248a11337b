import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '../../lib/notify/messages/compose.ts';
import { withoutLinks } from '../../lib/notify/messages/plain-words.ts';
import { type Api, startApi } from '../api.ts';
import { base64, pdf } from '../templates/material.ts';

const CLAIM = 'You won! Claim at https://evil.example/x now,';

describe('a text that people wrote', () => {
  test.each([
    [CLAIM, 'You won! Claim at … now,'],
    ['HTTPS://EVIL.EXAMPLE', '…'],
    ['see www.evil.example/x.', 'see …'],
    ['evil.example/x', '…'],
    ['evil.example:8080/x', '…'],
    ['evil.example', 'evil. example'],
    ['mailto:a@evil.example', '…'],
    ['write to a@evil.example', 'write to …'],
    ['ftp://evil.example', '…'],
    ['h\u200Bttps://evil.example', '…'],
    ['ｈｔｔｐｓ：／／evil.example', '…'],
    ['evil\u2024example/x', '…'],
    ['a\u202Eelpmaxe', 'aelpmaxe'],
    ['Müller & Söhne GmbH & Co. KG', 'Müller & Söhne GmbH & Co. KG'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['Dr.Smith', 'Dr. Smith'],
    ['Version 2.5, 3.000 m²', 'Version 2.5, 3.000 m²'],
    ['§ 4\nSecond line', '§ 4\nSecond line'],
  ])('%j is sent as %j', (written, sent) => {
    expect(withoutLinks(written)).toBe(sent);
  });

  test.each(['sender_name', 'envelope_name', 'message', 'delegator_name', 'name'])('contains no link as %s', (name) => {
    const data = {
      brand: { name: CLAIM, support_contact: CLAIM, powered_by_label: CLAIM, powered_by_url: 'https://evil.example/' },
      name: 'Theo',
      envelope_name: 'Lease',
      sender_name: 'Ada',
      delegator_name: 'Grace',
      message: 'Hello',
      replaced_name: null,
      expires_at: null,
      link: 'https://app.example.com/sign',
      [name]: CLAIM,
    };
    const { subject, text, html } = compose('recipient_delegated', 'en', data);
    expect(subject + text + html).not.toMatch(/evil\.example/);
    expect(subject.length).toBeLessThan(250);
  });

  test('is cut to a length', () => {
    const long = 'You have won a prize. '.repeat(20);
    const data = {
      brand: { name: long },
      name: long,
      inviter_name: long,
      organization_name: long,
      link: 'https://a.b/',
    };
    expect(compose('organization_invitation', 'en', data).subject.length).toBeLessThan(200);
  });
});

describe('mails to addresses that nobody has confirmed', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** The mail has links, all to the platform. */
  const expectOwnLinks = (mail: string): void => {
    const links = [...mail.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith(api.url))).toEqual([]);
  };

  const whole = async (email: string) => {
    await api.settle();
    const mails = await api.messages(email);
    expect(mails.length).toBeGreaterThan(0);
    return mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n');
  };

  test('don’t contain the name of the person who signed up', async () => {
    const email = 'target-1@example.com';
    const named = { first_name: 'You won! Claim at', last_name: 'https://evil.example/x now' };
    await api.anyone.createProfile({ body: { email, password: 'correct horse', org_name: CLAIM, ...named } });
    await api.anyone.resendVerification({ body: { email } });
    await api.anyone.resetPassword({ body: { email } });
    expect(await whole(email)).not.toMatch(/You won|evil|Claim/);
  });

  test('invite without the inviter’s own greeting, and only with our own links', async () => {
    const ada = await api.signUp({ first_name: 'Claim at', last_name: 'https://evil.example/x', org_name: CLAIM });
    const email = 'target-2@example.com';
    const { organization_id } = ada;
    const look = {
      powered_by_label: CLAIM,
      powered_by_url: 'https://evil.example/',
      full_logo_url: 'https://evil.example/p.png',
    };
    expect((await api.as(ada).updateOrganization({ path: { organization_id }, body: look })).status).toBe(200);
    await api
      .as(ada)
      .createOrganizationInvitation({ body: { email, first_name: 'You won!', last_name: 'Now', role: 'member' } });
    const mail = await whole(email);
    expect(mail).not.toMatch(/evil\.example|Hello|You won! Now/);
    expectOwnLinks(mail);
  });

  test('ask for a signature with only our own links', async () => {
    const ada = await api.signUp({ first_name: 'Claim at', last_name: 'https://evil.example/x', org_name: CLAIM });
    const email = 'target-3@example.com';
    const sent = await api.as(ada).createEnvelope({
      body: {
        name: CLAIM,
        documents: [{ name: 'a.pdf', data: base64(pdf()) }],
        recipients: [
          {
            role_name: 'S',
            type: 'signer',
            first_name: 'You won!',
            last_name: 'https://evil.example',
            email,
            message: CLAIM,
          },
        ],
        fields: [
          { document_id: 0, name: 'n', role_name: 'S', type: 'textbox', page: 1, x: 72, y: 72, required: false },
        ],
      },
    });
    expect(sent.status).toBe(200);
    const mail = await whole(email);
    expect(mail).not.toMatch(/evil\.example/);
    expectOwnLinks(mail);
  });
});
