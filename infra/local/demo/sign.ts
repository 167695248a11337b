import type { Caller } from '../story/caller.ts';
import { linkIn, openLink, sign, type Values } from '../story/signing.ts';
import type { Blank, Role } from './blanks.ts';
import { newestMail } from './mail.ts';
import type { Person } from './people.ts';
import { detail, step } from './say.ts';
import { drawSignature } from './signature.ts';

/** One recipient's part: from the mail with the link to the submission, through the public interface only. */
export const signAs = async (caller: Caller, role: Role, person: Person, blanks: readonly Blank[]): Promise<void> => {
  const name = `${person.first_name} ${person.last_name}`;
  step(`${name} (${role}) opens the link in the mail`);
  const link = linkIn([await newestMail(caller, person.email)]);
  if (!link) throw new Error(`The mail to ${person.email} contains no signing link`);
  const signer = await openLink(caller, link);
  detail(`a signing session for this envelope and this role; the recipient is ${signer.recipient.status}`);

  const titles: Record<string, string> = {
    agree: `${name} accepts the disclosures, draws and fills`,
    submit: `${name} submits`,
  };
  const { status } = await sign(caller, signer, {
    values: valuesOf(role, person, blanks),
    around: (of, act) => {
      if (titles[of]) step(titles[of]);
      return act();
    },
  });
  detail(`the recipient is ${status}`);
};

/** The values of the role's blanks, with the marks that the person draws. */
const valuesOf = (role: Role, { first_name, last_name }: Person, blanks: readonly Blank[]): Values => {
  const drawn: Values = {
    signature: { kind: 'signature', picture: drawSignature(`${first_name} ${last_name}`) },
    initials: { kind: 'initial', picture: drawSignature(`${first_name[0]}${last_name[0]}`) },
  };
  return Object.fromEntries(
    blanks.flatMap(({ by, name, fill }) =>
      by === role && fill !== undefined ? [[name, drawn[String(fill)] ?? fill]] : [],
    ),
  );
};
