import { CALLERS, type CallerName } from './callers.ts';
import type { Cell, Row } from './table.ts';

/** Operations about which no session decides, with what does. */
export const WITHOUT_CALLER = {
  authenticate: 'the password, code, key or token that it is given',
  keepBrowserSession: 'the refresh token that it is given',
  renewBrowserSession: 'the refresh token in the cookie',
  endBrowserSession: 'the refresh token in the cookie',
  startPasskeySignIn: 'nothing: it asks for a signature',
  signInWithPasskey: 'the passkey that signs its challenge',
  findSignInWays: 'nothing: it looks at the domain of the address',
  startProviderSignIn: 'nothing: it leads to the provider',
  signInWithProvider: 'the identity that the provider states',
  takeSamlAnswer: 'the assertion that the provider has signed',
  endSessionsByProvider: 'the token that the provider has signed',
  createScimResource: "the token of the organization's directory",
  replaceScimResource: "the token of the organization's directory",
  changeScimResource: "the token of the organization's directory",
  deleteScimResource: "the token of the organization's directory",
  revokeToken: 'the token that it ends',
  createProfile: 'nothing: it makes an account',
  resetPassword: 'the code that is mailed to the address',
  verifyEmail: 'the code that is mailed to the address',
  resendVerification: 'nothing: it mails to the address itself',
  acceptOrganizationInvitation: 'the token of the invitation',
  declineOrganizationInvitation: 'the token of the invitation',
  startSigningSession: "the key of the recipient's link",
  requestFreshLink: "the key of the recipient's link",
  requestTemplateLinkCode: 'nothing: it mails to the address itself',
  confirmTemplateLink: 'the code that is mailed to the address',
  sendDrawing: 'the key in the link that the signer has made',
  serveAgents: 'the operation that the agent calls with its token',
  verifyDocument: 'nothing: it looks at the file that it is given',
} as const;

const those = (row: Row, cell: Cell): string =>
  (Object.keys(CALLERS) as CallerName[]).filter((caller) => row.cells[caller] === cell).join(', ') || '–';

const section = (thing: string, rows: readonly Row[]): string => {
  const reasons = [...new Set(rows.map(({ because }) => because).filter((one) => one !== undefined))];
  const mark = ({ because }: Row) => (because === undefined ? '' : ` [${reasons.indexOf(because) + 1}]`);
  return [
    `### ${thing}`,
    '',
    '| change | strength | carried out for | not found by |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| \`${row.change.replace(': ', '`: ')}${row.change.includes(': ') ? '' : '`'}${mark(row)} | ${row.strength} | ${those(row, 'yes')} | ${those(row, 'nothing')} |`,
    ),
    ...(reasons.length > 0 ? ['', ...reasons.map((reason, index) => `[${index + 1}] ${reason}`)] : []),
    '',
  ].join('\n');
};

/** The table as a page. */
export const page = (rows: readonly Row[]): string => {
  const things = [...new Set(rows.map(({ thing }) => thing))];
  return `# Who may do what

A test tries every change of every object as every kind of caller, and writes down here what came of it. All others than those named get 401.

**The rule**: whoever is refused a change of an object is refused every other that is as strong. Where that isn't so, a note says why.
Strength 1 can be taken back and gives nobody a right. 2 decides what the object does, or for whom. 3 ends the object, hands it over, or gives
or takes rights.

## Callers

| caller | description |
| --- | --- |
${Object.entries(CALLERS)
  .map(([name, description]) => `| ${name} | ${description} |`)
  .join('\n')}

Callers of other organizations don't try what names no object: they would do it in their own.

## Objects

${things
  .map((thing) =>
    section(
      thing,
      rows.filter((row) => row.thing === thing),
    ),
  )
  .join('\n')}
## Operations about which no session decides

| operation | what decides |
| --- | --- |
${Object.entries(WITHOUT_CALLER)
  .map(([id, what]) => `| \`${id}\` | ${what} |`)
  .join('\n')}
`;
};
