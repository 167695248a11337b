import { findFault, isAdministration, type Line, readAdministration } from './administration.ts';
import { type Bytes, digest, equal, sha256, UnreadableError, UnsupportedError } from './bytes.ts';

import { checkTimeStamp } from './cms.ts';
import { type FileKind, type Finding, finding, type Report, sealVerdict } from './findings.ts';
import { checkGroups } from './groups.ts';
import {
  ENTRY,
  isCheckpointBy,
  isLogProof,
  type LogProof,
  leafHash,
  readCheckpoint,
  readLogProof,
  rootOf,
} from './log.ts';
import { checkNamings } from './naming.ts';
import { checkPasskey } from './passkey.ts';
import { checkReviews } from './reviews.ts';
import { replayConditions, replayRules } from './rules.ts';
import { checkSealedFile, type SealedFile, timeFindings } from './sealed-file.ts';
import { certificateFindings } from './signer-certificate.ts';
import { type Contradictions, contradictedByCertificate, contradictedByEvents } from './statements.ts';
import { checkSteps } from './steps.ts';
import {
  beginsWith,
  chainDocuments,
  findBreak,
  isTrail,
  readJson,
  readTrail,
  signings,
  type Trail,
  type TrailDocument,
  type TrailEvent,
} from './trail.ts';
import { bothTrusts, isPlatform, NO_TRUST, type Trust, trustInPem, trustInPlatform } from './trust.ts';

/** A file as a person has it. */
export interface GivenFile {
  name: string;
  bytes: Bytes;
}

/** A file that was read, with its findings so far. */
interface Known extends GivenFile {
  kind: FileKind;
  sha256: string;
  findings: Finding[];
  sealed: SealedFile | null;
  /** Its trail, or the one that is attached to it. */
  trail: Trail | null;
  /** True if the trail's chain is whole. */
  isWhole: boolean;
  /** True if an intact seal or a proof of the log covers the trail. */
  isVouched: boolean;
  proof: LogProof | null;
  /** Lines of an export of a log of administration. */
  lines: readonly Line[] | null;
  trust: Trust;
}

const isTooOdd = (error: unknown): boolean =>
  error instanceof UnreadableError || error instanceof RangeError || error instanceof TypeError;

/**
 * Checks the files by themselves and against each other, in any number and order. Nothing leaves the runtime. `trust`
 * is what the person trusts beside the files that say whom to trust.
 */
export const verifyFiles = async (given: readonly GivenFile[], trust: Trust = NO_TRUST): Promise<Report> => {
  const files: Known[] = [];
  for (const one of given) files.push(await readFile(one));
  const whole = files.reduce((sum, one) => bothTrusts(sum, one.trust), trust);
  for (const file of files) await checkAlone(file, whole);
  for (const file of files) if (file.lines) await checkLines(file, file.lines);
  for (const file of files) if (file.trail) await checkTrail(file, file.trail, files);
  for (const file of files) if (file.sealed) await checkTogether(file, file.sealed, files);
  for (const file of files) {
    if (file.proof) await checkProof(file, file.proof, files, whole);
    if (file.proof?.deleted) await checkProof(file, file.proof.deleted, files, whole);
  }
  for (const file of files) if (file.kind === 'other') await checkOriginal(file, files);
  for (const file of files) if (file.trail && file.kind === 'trail') await judgeWitness(file, file.trail, files);
  for (const file of files) {
    if (file.lines && file.isWhole && !file.isVouched) file.findings.push(finding('linesAlone'));
  }
  const states = files.flatMap(({ findings }) => findings.map(({ state }) => state));
  return {
    files: files.map(({ name, kind, bytes, sha256: hash, findings }) => ({
      name,
      kind,
      size: bytes.length,
      sha256: hash,
      findings,
      seal: sealVerdict(findings),
    })),
    verdict: states.includes('fails') ? 'fails' : states.includes('unsure') ? 'unsure' : 'holds',
  };
};

const readFile = async ({ name, bytes }: GivenFile): Promise<Known> => {
  const known: Known = {
    name,
    bytes,
    kind: 'other',
    sha256: await sha256(bytes),
    findings: [],
    sealed: null,
    trail: null,
    isWhole: false,
    isVouched: false,
    proof: null,
    lines: null,
    trust: NO_TRUST,
  };
  if (isAdministration(bytes)) return readLines(known);
  const json = readJson(bytes);
  try {
    if (json && isTrail(json)) return { ...known, kind: 'trail', trail: readTrail(json) };
    if (json && isLogProof(json)) return { ...known, kind: 'proof', proof: readLogProof(json) };
    const named = json && isPlatform(json) ? await trustInPlatform(json) : await trustInPem(bytes);
    if (named) return { ...known, kind: 'trust', trust: named, findings: [finding('trustGiven')] };
  } catch (error) {
    if (!isTooOdd(error)) throw error;
    const kind = json && isTrail(json) ? 'trail' : json && isLogProof(json) ? 'proof' : 'trust';
    return { ...known, kind, findings: [finding('unread')] };
  }
  return known;
};

const readLines = (known: Known): Known => {
  try {
    return { ...known, kind: 'administration', lines: readAdministration(known.bytes) };
  } catch (error) {
    if (!isTooOdd(error) && !(error instanceof SyntaxError)) throw error;
    return { ...known, kind: 'administration', findings: [finding('unread')] };
  }
};

const checkLines = async (file: Known, lines: readonly Line[]): Promise<void> => {
  const fault = await findFault(lines);
  if (fault) {
    const { kind, ...values } = fault;
    file.findings.push(finding(kind === 'missing' ? 'linesMissing' : 'linesBroken', values));
    return;
  }
  file.isWhole = true;
  const [first, last] = [lines.at(0)?.sequence ?? 0, lines.at(-1)?.sequence ?? 0];
  file.findings.push(finding('linesHold', { first, last }));
};

const checkAlone = async (file: Known, trust: Trust): Promise<void> => {
  if (file.kind !== 'other') return;
  try {
    file.sealed = await checkSealedFile(file.bytes, file.sha256, trust);
  } catch (error) {
    if (!isTooOdd(error)) throw error;
    return;
  }
  if (!file.sealed) return;
  file.findings.push(...file.sealed.findings);
  file.kind = 'sealed';
  const json = file.sealed.attachedTrail && readJson(file.sealed.attachedTrail);
  if (!json || !isTrail(json)) return;
  file.kind = 'certificate';
  try {
    file.trail = readTrail(json);
  } catch (error) {
    if (!isTooOdd(error)) throw error;
    file.findings.push(finding('unread'));
  }
};

const checkTrail = async (file: Known, trail: Trail, files: readonly Known[]): Promise<void> => {
  const broken = await findBreak(trail).catch((error: unknown) => {
    if (isTooOdd(error)) return { sequence: 1, missing: false };
    throw error;
  });
  file.isWhole = broken === null;
  if (broken) {
    const check = broken.missing ? 'chainCut' : 'chainBroken';
    file.findings.push(finding(check, { event: broken.sequence, count: trail.events.length }));
    return;
  }
  const last = trail.events.at(-1)?.created_at ?? '';
  file.findings.push(finding('chainHolds', { count: trail.events.length, time: last, envelope: trail.envelope_id }));
  const contradicted = contradictedByEvents(trail, await signings(trail));
  file.findings.push(...statementFindings(contradicted));
  // The contents of a certificate are reported once: by the longer trail, if there is one.
  const isSaidElsewhere =
    file.kind === 'certificate' &&
    files.some((one) => one.kind === 'trail' && one.trail !== null && beginsWith(one.trail, trail));
  if (!isSaidElsewhere) file.findings.push(...(await signingFindings(trail, files)));
};

const statementFindings = ({ other, open }: Contradictions): Finding[] => [
  ...other.map((what) => finding('listedOther', { what })),
  ...open.map((what) => finding('listedOpen', { what })),
];

const signingFindings = async (trail: Trail, files: readonly Known[]): Promise<Finding[]> => {
  const sealed = files.flatMap((one) => one.sealed ?? []);
  const found: Finding[] = [];
  for (const { role_name, email, ip, time, verified, isBound, sequence, event } of await signings(trail)) {
    const said = { role: role_name, who: email ?? '–', time, from: ip ?? '–' };
    found.push(...(await keyFindings(event, said)));
    found.push(...(await certificateFindings(event, said, chainDocuments(trail), sealed)));
    for (const one of verified) {
      found.push(finding('verifiedAs', { role: role_name, name: one.name, proof: one.proof, time: one.time }));
    }
    if (!isBound) found.push(finding('boundOther', { role: role_name, event: sequence }));
  }
  for (const { role_name, sequence, result, isSeen, fields } of await replayRules(trail)) {
    const check = ({ holds: 'rulesHold', other: 'rulesOther', open: 'rulesOpen' } as const)[result];
    found.push(finding(check, { role: role_name, event: sequence, fields: fields.join(', ') || '–' }));
    if (result === 'holds' && isSeen !== null) {
      found.push(finding(isSeen ? 'rulesSeen' : 'rulesUnseen', { role: role_name, event: sequence }));
    }
  }
  for (const { role_name, sequence, isSkipped, holds } of await replayConditions(trail)) {
    const check = holds ? (isSkipped ? 'skippedRightly' : 'takesPartRightly') : 'conditionOther';
    found.push(finding(check, { role: role_name, event: sequence }));
  }
  for (const { role_name, named_by, result, event } of checkNamings(trail)) {
    const check = result === 'holds' ? 'namedRightly' : 'namedOther';
    if (result !== 'open') found.push(finding(check, { role: role_name, by: named_by, event }));
  }
  for (const { role_name, by, holds, event } of checkGroups(trail)) {
    found.push(finding(holds ? 'groupRightly' : 'groupOther', { role: role_name, by, event }));
  }
  for (const { role_name, back_to, holds, event } of checkReviews(trail)) {
    const check = holds ? 'sentBackRightly' : 'sentBackOther';
    found.push(finding(check, { role: role_name, roles: back_to.join(', ') || '–', event }));
  }
  for (const { result, signed, event, ...said } of checkSteps(trail)) {
    const values = { step: said.sequence, needs: said.needs, count: said.count, roles: signed.join(', ') || '–' };
    if (result === 'holds') found.push(finding('stepHolds', values));
    if (result === 'other') found.push(finding('stepOther', { ...values, event: event || '–' }));
  }
  if (!trail.events.some(({ event }) => event === 'envelope:completed')) found.push(finding('trailOpen'));
  return found;
};

/** Findings about a signing: by a passkey, or as the platform says. */
const keyFindings = async (event: TrailEvent, said: Finding['values']): Promise<Finding[]> => {
  const other = [finding('signedAs', said), finding('keyOther', { role: event.role_name, event: event.sequence })];
  try {
    const key = await checkPasskey(event);
    if (!key) return [finding('signedAs', said), ...meaningOf(event)];
    const { holds, host, origin, meaning } = key;
    return holds ? [finding('signedByKey', { ...said, host, origin, meaning })] : other;
  } catch (error) {
    if (error instanceof UnsupportedError) {
      return [finding('signedAs', said), finding('unsupported', { what: error.message })];
    }
    if (isTooOdd(error) || error instanceof SyntaxError || error instanceof TypeError) return other;
    throw error;
  }
};

/** The meaning that the trail states of a signature, without a key of the signer's. */
const meaningOf = ({ role_name: role, data: { declaration } }: TrailEvent): Finding[] => {
  const { name, meaning } = (declaration ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof meaning !== 'string') return [];
  return [finding('meaningDeclared', { role, name, meaning })];
};

/**
 * Documents of a trail: those of the chain, and for a sealed certificate those that are listed beside it and sealed
 * with it.
 */
const documentsOf = ({ trail, sealed, isWhole }: Known): TrailDocument[] => {
  if (!trail || !isWhole) return [];
  const bound = chainDocuments(trail);
  if (!sealed) return bound;
  const sealedIds = new Set(bound.filter(({ sealed_sha256 }) => sealed_sha256).map(({ id }) => id));
  const listed = trail.listed.filter(({ id }) => !sealedIds.has(id));
  const listedIds = new Set(listed.map(({ id }) => id));
  return [...listed, ...bound.filter(({ id }) => !listedIds.has(id))];
};

const checkTogether = async (file: Known, sealed: SealedFile, files: readonly Known[]): Promise<void> => {
  const others = files.filter((one) => one !== file && one.trail !== null && one.isWhole);
  const named: { document: TrailDocument; by: Known }[] = [];
  for (const by of others) {
    for (const document of documentsOf(by)) if (await isSealOf(file, sealed, document)) named.push({ document, by });
  }
  for (const { by, document } of named) {
    file.findings.push(finding('namedInTrail', { file: by.name, document: document.name }));
  }
  if (file.kind === 'certificate' && file.trail) {
    const covered = others.filter((one) => one.kind === 'trail');
    const same = covered.filter((one) => one.trail && beginsWith(one.trail, file.trail as Trail));
    for (const one of same) {
      file.findings.push(finding('certificateCovers', { file: one.name, count: file.trail.events.length }));
      one.isVouched ||= sealed.isIntact;
      if (!sealed.isIntact || !one.trail) continue;
      const said = new Set(one.findings.map(({ values }) => values.what));
      const contradicted = statementFindings(contradictedByCertificate(one.trail, file.trail));
      one.findings.push(...contradicted.filter(({ values }) => !said.has(values.what)));
    }
    if (covered.length > 0 && same.length === 0) file.findings.push(finding('certificateOther'));
    return;
  }
  const [first] = named;
  if (first) {
    const { type } = first.document;
    if (type !== 'certificate') file.findings.push(...(await recordFindings(file, first.document)));
    return;
  }
  if (others.length === 0) return;
  // A trail from before the sealing names no seals, so the beginning of the file decides.
  const open = others.flatMap((one) => documentsOf(one).filter(({ sealed_sha256 }) => sealed_sha256 === null));
  for (const document of open) {
    const [holds] = await recordFindings(file, document);
    if (holds?.check !== 'recordHolds') continue;
    file.findings.push(...(await recordFindings(file, document)), finding('sealNotInTrail'));
    return;
  }
  file.findings.push(finding('notInTrail'));
};

/** True if the file is the sealed document, or begins with it. */
const isSealOf = async ({ bytes }: Known, { hashes }: SealedFile, document: TrailDocument): Promise<boolean> => {
  const { sealed_sha256: wanted, sealed_size: size } = document;
  if (wanted === null) return false;
  if (size === null || size > bytes.length) return hashes.includes(wanted);
  return hashes.includes(wanted) || (await sha256(bytes.subarray(0, size))) === wanted;
};

/** Compares the beginning of a sealed file with the document of record. */
const recordFindings = async ({ bytes }: Known, document: TrailDocument): Promise<Finding[]> => {
  const { size, sha256: wanted, sent_sha256, rewritten, name } = document;
  if (size === null) return [];
  const holds = size <= bytes.length && (await sha256(bytes.subarray(0, size))) === wanted;
  if (!holds) return [finding('recordOther', { document: name })];
  const isSent = sent_sha256 === wanted;
  return [
    finding('recordHolds', { document: name, size, hash: wanted }),
    ...(sent_sha256 === null
      ? []
      : [
          isSent
            ? finding('sentUnchanged', { document: name })
            : finding('sentRewritten', { why: rewritten.join('; ') }),
        ]),
  ];
};

/** A file that is none of the others: the original as it was sent, perhaps. */
const checkOriginal = async (file: Known, files: readonly Known[]): Promise<void> => {
  const documents = files.flatMap((one) => documentsOf(one));
  const found = documents.find(({ sha256: record, sent_sha256 }) => [record, sent_sha256].includes(file.sha256));
  const beginning = await firstBeginningWith(file, files);
  if (found) file.findings.push(finding('originalHolds', { document: found.name }));
  else if (beginning) file.findings.push(finding('originalHolds', { document: beginning.name }));
  else if (isPdf(file.bytes)) file.findings.push(finding('noSeal'));
  else file.findings.push(finding('originalOther'));
};

const firstBeginningWith = async (
  { bytes, sha256: hash }: Known,
  files: readonly Known[],
): Promise<Known | undefined> => {
  for (const one of files) {
    const isLonger = one.sealed !== null && bytes.length > 0 && one.bytes.length > bytes.length;
    if (isLonger && (await sha256(one.bytes.subarray(0, bytes.length))) === hash) return one;
  }
  return undefined;
};

const isPdf = (bytes: Bytes): boolean => String.fromCharCode(...bytes.subarray(0, 1024)).includes('%PDF-');

const checkProof = async (file: Known, proof: LogProof, files: readonly Known[], trust: Trust): Promise<void> => {
  try {
    const entry = await entryOf(proof, files);
    if (!entry) file.findings.push(finding('logOther'));
    const checkpoint = readCheckpoint(proof.note);
    const root = await rootOf(proof);
    if (!root || proof.size !== checkpoint.size || !equal(root, checkpoint.root)) {
      file.findings.push(finding('logBroken'));
      return;
    }
    if (trust.logKeys.length === 0) {
      file.findings.push(finding('logKeyUnknown', { log: checkpoint.origin }));
    } else if (!(await isByAny(trust, checkpoint))) {
      file.findings.push(finding('logKeyOther', { log: checkpoint.origin }));
      return;
    } else if (entry) {
      entry.file.isVouched ||= entry.isHead;
      const values = { log: checkpoint.origin, index: proof.index, size: proof.size, file: entry.file.name };
      file.findings.push(finding(entry.isDeleted ? 'logDeleted' : 'logHolds', values));
    }
    if (!proof.timeStamp) return;
    const stamp = await checkTimeStamp(proof.timeStamp, (by) => digest(by, checkpoint.signed)).catch(() => null);
    file.findings.push(...(stamp ? timeFindings(stamp, trust) : [finding('timeBad')]));
  } catch (error) {
    if (error instanceof UnsupportedError) file.findings.push(finding('unsupported', { what: error.message }));
    else if (isTooOdd(error)) file.findings.push(finding('unread'));
    else throw error;
  }
};

const isByAny = async ({ logKeys }: Trust, checkpoint: ReturnType<typeof readCheckpoint>): Promise<boolean> => {
  for (const key of logKeys) if (await isCheckpointBy(checkpoint, key)) return true;
  return false;
};

/** The file that the proof is about, if it is among those given. */
const entryOf = async (
  { leafHash: wanted }: LogProof,
  files: readonly Known[],
): Promise<{ file: Known; isHead: boolean; isDeleted: boolean } | null> => {
  for (const file of files) {
    const sealed = file.sealed?.hashes ?? [];
    const heads = file.isWhole ? (file.trail?.events ?? []).map(({ hash }) => hash) : [];
    const lines = file.isWhole ? (file.lines ?? []).map(({ hash }) => hash) : [];
    const candidates: (readonly [kind: number, hash: string])[] = [
      ...sealed.map((hash) => [ENTRY.sealedFile, hash] as const),
      ...sealed.map((hash) => [ENTRY.deletedFile, hash] as const),
      ...heads.map((hash) => [ENTRY.chainHead, hash] as const),
      ...heads.map((hash) => [ENTRY.tombstone, hash] as const),
      ...lines.map((hash) => [ENTRY.administration, hash] as const),
    ];
    for (const [kind, hash] of candidates) {
      if (!equal(await leafHash(kind, hash), wanted)) continue;
      return {
        file,
        isHead: kind === ENTRY.chainHead || kind === ENTRY.tombstone || kind === ENTRY.administration,
        isDeleted: kind === ENTRY.tombstone || kind === ENTRY.deletedFile,
      };
    }
  }
  return null;
};

/**
 * A trail by itself could have been made up from its first event to its last: says so unless a seal or the log speaks
 * for it.
 */
const judgeWitness = async (file: Known, trail: Trail, files: readonly Known[]): Promise<void> => {
  if (!file.isWhole) return;
  const certificates = files.filter((one) => one.kind === 'certificate' && one.trail !== null);
  const isContradicted = certificates.length > 0 && !certificates.some((one) => beginsWith(trail, one.trail as Trail));
  if (isContradicted) file.findings.push(finding('certificateOther'));
  else if (!file.isVouched) file.findings.push(finding('trailAlone'));
};
