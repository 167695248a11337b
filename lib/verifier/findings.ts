/**
 * Everything that a check can say, and what it means for the whole. `holds`: proven. `fails`: proven not to be so.
 * `unsure`: nothing here proves it, a person must look. `note`: said for completeness.
 */
export const FINDINGS = {
  // A seal.
  unchanged: 'holds',
  proofAdded: 'holds',
  changed: 'fails',
  addedLater: 'fails',
  roomUsed: 'fails',
  signatureBad: 'fails',
  noSeal: 'fails',
  sealerKnown: 'holds',
  sealerUnknown: 'unsure',
  sealerOther: 'fails',
  outsideValidity: 'fails',
  // Certificates, in the words of their issuers that the file holds.
  notRevoked: 'holds',
  revoked: 'fails',
  revokedLater: 'note',
  revocationUnproven: 'unsure',
  revocationOther: 'note',
  // A time.
  timeOfServer: 'holds',
  timeOfAuthority: 'holds',
  timeOfUnknown: 'unsure',
  timeBad: 'fails',
  // Signatures that the document had before it was sealed.
  signedBefore: 'note',
  signedBeforeFilled: 'note',
  signedBeforeChanged: 'unsure',
  signedBeforeBad: 'fails',
  // The document in it.
  recordHolds: 'holds',
  recordOther: 'fails',
  sentUnchanged: 'holds',
  sentRewritten: 'note',
  originalHolds: 'holds',
  originalOther: 'fails',
  // A trail.
  chainHolds: 'holds',
  chainBroken: 'fails',
  chainCut: 'fails',
  trailAlone: 'unsure',
  trailOpen: 'note',
  listedOther: 'fails',
  listedOpen: 'unsure',
  signedAs: 'holds',
  verifiedAs: 'holds',
  signedByKey: 'holds',
  meaningDeclared: 'holds',
  keyOther: 'fails',
  signedByCertificate: 'holds',
  certificateSignatureOther: 'fails',
  certificateSignatureMissing: 'note',
  boundOther: 'fails',
  rulesHold: 'holds',
  rulesOther: 'fails',
  rulesOpen: 'unsure',
  takesPartRightly: 'holds',
  skippedRightly: 'holds',
  conditionOther: 'fails',
  namedRightly: 'holds',
  namedOther: 'fails',
  groupRightly: 'holds',
  groupOther: 'fails',
  sentBackRightly: 'holds',
  sentBackOther: 'fails',
  stepHolds: 'holds',
  stepOther: 'fails',
  rulesSeen: 'holds',
  rulesUnseen: 'note',
  // Lines of a log of administration.
  linesHold: 'holds',
  linesMissing: 'fails',
  linesBroken: 'fails',
  linesAlone: 'unsure',
  // Together.
  namedInTrail: 'holds',
  notInTrail: 'fails',
  sealNotInTrail: 'note',
  certificateCovers: 'holds',
  certificateOther: 'fails',
  // The log.
  logHolds: 'holds',
  logDeleted: 'note',
  logOther: 'fails',
  logBroken: 'fails',
  logKeyUnknown: 'unsure',
  logKeyOther: 'fails',
  // Files.
  trustGiven: 'note',
  unread: 'fails',
  unsupported: 'unsure',
} as const;

export type Check = keyof typeof FINDINGS;
export type State = (typeof FINDINGS)[Check];

/** One thing that was found, with what its sentence is filled in with. Times are ISO 8601. */
export interface Finding {
  check: Check;
  state: State;
  values: Record<string, string | number>;
}

export const finding = (check: Check, values: Finding['values'] = {}): Finding => ({
  check,
  state: FINDINGS[check],
  values,
});

/** Verdicts on a PDF's seal, in the words of `POST /v2/verify` (`lib/signing/validation/validation-schema.ts`). */
export type SealVerdict = 'intact' | 'changed' | 'foreign' | 'unsealed';

/** Verdict that each finding about a seal leads to. The first of the list that was found decides. */
const SEAL_VERDICTS: readonly (readonly [Check, SealVerdict])[] = [
  ['noSeal', 'unsealed'],
  ['sealerOther', 'foreign'],
  ['changed', 'changed'],
  ['signatureBad', 'changed'],
  ['addedLater', 'changed'],
  ['roomUsed', 'changed'],
  ['unchanged', 'intact'],
];

/** The verdict on the seal; null for files that have none to judge, such as a trail. */
export const sealVerdict = (findings: readonly Finding[]): SealVerdict | null =>
  SEAL_VERDICTS.find(([check]) => findings.some((one) => one.check === check))?.[1] ?? null;

/** Kind that a file is taken for. */
export type FileKind = 'sealed' | 'certificate' | 'trail' | 'proof' | 'administration' | 'trust' | 'other';

export interface FileReport {
  name: string;
  kind: FileKind;
  size: number;
  sha256: string;
  findings: readonly Finding[];
  seal: SealVerdict | null;
}

export interface Report {
  files: readonly FileReport[];
  /** The weakest of all findings: `holds` only where nothing fails and nothing is unsure. */
  verdict: 'holds' | 'unsure' | 'fails';
}
