import type { InLanguage } from '../../shared/words/forms.ts';

/**
 * Words of the page that checks. `f_` and the name of a finding (`lib/verifier/findings.ts`): the sentence about a
 * file. `m_`: what it means for people who are no lawyers and no programmers.
 */
export const en = {
  check: 'Check sealed documents',
  checkAbout:
    'Add the files that you have: the sealed document, the certificate of completion, the audit trail, a log proof, the original. Any of them, in any order.',
  stays: 'Your files stay on this device. Nothing of them is sent anywhere.',
  choose: 'Choose files',
  dropHere: 'or drop them here',
  checking: 'Checking …',
  remove: 'Remove {file}',
  clear: 'Start again',
  tooLarge: '{file} is larger than 100 MB and was left out.',
  notRead: '{file} could not be read and was left out.',

  whom: 'Whom you trust',
  whomAbout:
    'Anybody can make a seal in any name. Compare the fingerprint of its certificate with one that you got from the sender by another way, and paste it here. A certificate or the file countersign.json of the platform can be added like other files.',
  fingerprint: 'Fingerprints (SHA-256) of certificates, or keys of logs',
  badFingerprint: 'There is no whole fingerprint or key in this.',
  trustPlatform: 'Trust what this service says of itself: its seal certificates and its log',
  platformMissing: 'This service’s list of certificates could not be loaded. Paste a fingerprint instead.',

  language: 'Language',
  keep: 'Keep this page',
  keepAbout:
    'The same as one file, which works without a network and without this service. Keep it with your documents.',
  keepLink: 'Download the page',

  verdict_holds: 'Everything that can be checked holds',
  verdict_unsure: 'Nothing is wrong, but something is not proven',
  verdict_fails: 'Something does not hold',
  state_holds: 'Holds',
  state_fails: 'Does not hold',
  state_unsure: 'Not proven',
  state_note: 'Note',
  means: 'What this means',
  hash: 'SHA-256 of the file',
  kind_sealed: 'Sealed document',
  kind_certificate: 'Certificate of completion',
  kind_trail: 'Audit trail',
  kind_proof: 'Log proof',
  kind_administration: 'Log of administration',
  kind_trust: 'List of whom to trust',
  kind_other: 'Other file',
  seal_intact: 'Seal: intact',
  seal_changed: 'Seal: changed',
  seal_foreign: 'Seal: foreign',
  seal_unsealed: 'Seal: unsealed',

  f_unchanged: 'Not a byte has changed since it was sealed.',
  m_unchanged: 'The seal covers the whole file. Whoever changes anything breaks it.',
  f_proofAdded: 'After the sealing only proof was added, for checks in later years.',
  m_proofAdded: 'Certificates and time-stamps of authorities. They change nothing that is shown.',
  f_changed: 'The file was changed after it was sealed, or its seal comes from another file.',
  m_changed: 'Do not rely on this file. Ask for it again, or look for the copy that you were sent.',
  f_addedLater: 'Something was added to the file after it was sealed.',
  m_addedLater:
    'What was sealed is still in it, but what you see may be something else. Do not rely on this file; ask for the one that was sealed.',
  f_roomUsed: 'The place of the seal holds more than the seal.',
  m_roomUsed:
    'The pages are as they were sealed. But bytes that no seal covers were changed, and the platform does not do that.',
  f_signatureBad: 'The seal is not genuine.',
  m_signatureBad: 'It was not made with the key of the certificate that it names. Do not rely on this file.',
  f_noSeal: 'This PDF has no seal that can be checked, and none of the other files knows it.',
  m_noSeal:
    'Anybody could have made it or changed it. If it is an original, add the sealed document or the audit trail.',
  f_sealerKnown: 'Sealed by {name}, whom you trust. Fingerprint of the certificate: {fingerprint}',
  m_sealerKnown: 'The certificate, or one that issued it, is among those that you named or that this service names.',
  f_sealerUnknown:
    'Sealed with a certificate in the name of {name}. Nothing here confirms it. Fingerprint: {fingerprint}',
  m_sealerUnknown:
    'Anybody can make a certificate in any name. Ask the sender for the fingerprint by another way, compare, and paste it under “Whom you trust”.',
  f_sealerOther: 'Sealed with a certificate that you do not trust, in the name of {name}. Fingerprint: {fingerprint}',
  m_sealerOther:
    'Its fingerprint is not among those that you named. It may be a forgery, or a certificate from another time. Ask the sender.',
  f_outsideValidity: 'The certificate was not valid at the time of the seal. It was from {from} to {to}.',
  m_outsideValidity: 'A seal from outside of this time proves little. Ask the sender.',
  f_notRevoked: 'Its certificate was not revoked on {time}, say those who issued it: {name}',
  m_notRevoked: 'Their answers are in the file, are signed, and hold for that time.',
  f_revoked: 'The certificate of {name} was revoked on {time}, and nothing proves that it was used before.',
  m_revoked:
    'Its issuer has withdrawn it, perhaps because the key was stolen. Do not rely on what was signed with it. Ask the sender.',
  f_revokedLater: 'The certificate of {name} was revoked later, on {time}.',
  m_revokedLater: 'A time-stamp proves that it was used before. That stays good.',
  f_revocationUnproven:
    'The file holds answers about revoked certificates, but none that proves that the certificate of {name} was good on {time}.',
  m_revocationUnproven:
    'They are about other certificates, not in the name of the issuer, damaged, or of another time. Ask the issuer whether it was revoked.',
  f_revocationOther: 'The file also holds answers about revoked certificates that prove nothing here.',
  m_revocationOther:
    'They are about other certificates, not in the name of the issuer, or damaged. They were left out.',
  f_timeOfServer: 'Sealed on {time}, in the word of the server that sealed.',
  m_timeOfServer: 'It is the clock of the server. Nobody else confirms it.',
  f_timeOfAuthority: 'It existed on {time}, in the word of the time-stamp authority {name}, whom you trust.',
  m_timeOfAuthority: 'An authority outside of the platform confirms it. The platform could not have made it later.',
  f_timeOfUnknown:
    'It existed on {time}, in the word of {name}, who calls itself a time-stamp authority. Nothing here confirms that. Fingerprint: {fingerprint}',
  m_timeOfUnknown:
    'The time-stamp is genuine, but anybody can call themselves an authority. Compare the fingerprint with the one that the authority publishes, and paste it under “Whom you trust”.',
  f_timeBad: 'A time-stamp is not genuine, or it is of something else.',
  m_timeBad: 'It proves no time. It was damaged, or replaced by another one.',
  f_signedBefore:
    'It was signed before, by {name} ({time}). That signature is intact; only more signatures and proof came after it. Fingerprint: {fingerprint}',
  m_signedBefore:
    'The document came with this signature. Whether its certificate is to be trusted is not checked here: compare its fingerprint.',
  f_signedBeforeFilled:
    'It was signed before, by {name} ({time}). That signature is intact; fields of its form were filled in after it, and more signatures and proof came. Fingerprint: {fingerprint}',
  m_signedBeforeFilled:
    'The document came with this signature. Whether its certificate is to be trusted is not checked here: compare its fingerprint.',
  f_signedBeforeChanged:
    'It was signed before, by {name} ({time}). That signature is intact, but more than signatures and proof came after it. Fingerprint: {fingerprint}',
  m_signedBeforeChanged:
    'A form may have been filled in, or something else was added. Compare with the version that was signed then.',
  f_signedBeforeBad: 'A signature that the document had before does not match it: {name}.',
  m_signedBeforeBad: 'It was damaged, or comes from another file.',
  f_recordHolds: 'It begins with the document that the signers were shown: “{document}”, {size} bytes.',
  m_recordHolds: 'What was signed is in the file, byte for byte. Values and seal were added after it.',
  f_recordOther: 'It does not begin with the document “{document}” that the signers were shown.',
  m_recordOther: 'What is sealed here is not what was signed, or the files belong to different envelopes.',
  f_sentUnchanged: 'That document is the very file that the sender sent.',
  m_sentUnchanged: 'The platform changed nothing in it.',
  f_sentRewritten: 'The file that was sent was put in order before anybody saw it: {why}',
  m_sentRewritten: 'All signers saw the document as it was after that. The trail holds the hashes of both.',
  f_originalHolds: 'This is the original of “{document}”, byte for byte.',
  m_originalHolds: 'It is the file that was sent, or the document that the signers were shown.',
  f_originalOther: 'This file belongs to none of the others.',
  m_originalOther: 'It is not the original of any document here, or what would show it is missing.',
  f_chainHolds: 'The trail of {count} events is whole up to {time}. Envelope {envelope}.',
  m_chainHolds:
    'Each event holds the hash of the one before it. Nothing was changed, left out or put in another order.',
  f_chainBroken: 'The trail is broken at event {event} of {count}.',
  m_chainBroken: 'An event was changed, left out, added or moved. Rely on nothing that this trail says.',
  f_chainCut: 'Events are missing at the end of the trail, after number {count}.',
  m_chainCut: 'The trail names a last event that is not in it. Ask for the whole trail.',
  f_trailAlone: 'Nothing here speaks for this trail but itself.',
  m_trailAlone:
    'Whoever keeps a trail could make up a new one. Add the certificate of completion, which is sealed, or a proof of the log.',
  f_trailOpen: 'When this trail was written, not everybody had signed.',
  m_trailOpen: 'It tells of the signing up to then. Ask for a newer one.',
  f_linesHold: 'The events {first} to {last} of the log of administration are whole and in order.',
  m_linesHold:
    'Each event holds the hash of the one before it. Earlier events are in another file, or their time to be kept is over.',
  f_linesMissing: 'Events are missing at line {line}: after event {after} comes event {before}.',
  m_linesMissing: 'Lines were removed, added or moved. Rely on nothing that this file says.',
  f_linesBroken: 'Line {line} of the log of administration is not as it was written.',
  m_linesBroken: 'It was changed, or the one before it was replaced. Rely on nothing that this file says.',
  f_linesAlone: 'Nothing here speaks for these lines but themselves.',
  m_linesAlone:
    'Whoever keeps them could make up new ones, or leave out the last ones. Add a proof of the log for the hash of a late event.',
  f_listedOther: 'What the trail states beside its events is not what is proven: {what}.',
  m_listedOther:
    'It stands beside the chain and was changed. What counts are the events, and the certificate of completion.',
  f_listedOpen: 'Nothing proves what the trail states beside its events: {what}.',
  m_listedOpen: 'It may have changed since the certificate was sealed, or somebody may have changed it.',
  f_signedAs: '{who} signed as “{role}” on {time}, from the address {from}.',
  m_signedAs:
    'So it stands in the trail. The signer’s own key did not sign: the platform recorded who acted through the link.',
  f_verifiedAs: '“{role}” was verified as {name} on {time}: {proof}',
  m_verifiedAs: 'The platform checked this before the signing, and wrote down as whom.',
  f_signedByKey: '{who} signed as “{role}” on {time} with a passkey for {host}, on the page {origin}: “{meaning}”.',
  m_signedByKey:
    'A key of a device of whoever had this mailbox signed the documents, all values and this meaning, after the device had verified its person. By itself it proves nobody’s identity.',
  f_meaningDeclared: 'Meaning of the signature as “{role}”, by {name}: “{meaning}”.',
  m_meaningDeclared: 'So it stands in the trail, with the signature.',
  f_keyOther: 'The passkey of “{role}” did not sign what stands in the trail (event {event}).',
  m_keyOther:
    'A document, a value, the meaning, the page or the key differs from what the passkey signed. Do not rely on this signature.',
  f_signedByCertificate:
    '{who} signed as “{role}” on {time} with the certificate of {subject}, issued by {issuer}. Level that the platform found: {level}.',
  m_signedByCertificate:
    'The key of this certificate signed the document. Level and issuer are as the platform found them, and not checked here.',
  f_certificateSignatureOther: 'The certificate of “{role}” did not sign what stands in the trail (event {event}).',
  m_certificateSignatureOther: 'Document, signature or certificate differs. Do not rely on this signature.',
  f_certificateSignatureMissing: '“{role}” signed with a certificate, and no file here holds that signature.',
  m_certificateSignatureMissing: 'It was not checked. Add the sealed documents.',
  f_boundOther: 'What “{role}” was shown is not what stands in the trail (event {event}).',
  m_boundOther: 'Values or documents differ from those that this person signed. Do not rely on this signature.',
  f_rulesHold: 'Replayed over the values, the rules had shown and required of “{role}” what event {event} says.',
  m_rulesHold: 'So it is not only the platform’s word which fields counted for this signature.',
  f_rulesOther:
    'What the trail says the rules had shown “{role}” or computed is not what they give (event {event}): {fields}.',
  m_rulesOther:
    'A field was shown, required or computed otherwise than its rule says, or a value or a rule was changed. Do not rely on this signature.',
  f_rulesOpen:
    'The rules of “{role}” can’t be replayed, because values that they read are missing here (event {event}): {fields}.',
  m_rulesOpen: 'Compare with the audit trail of the certificate of completion: it holds these values.',
  f_stepHolds:
    'Of step {step}, {needs} of {count} were enough, and exactly so many signed for it: “{roles}”. The others were released after that.',
  m_stepHolds: 'So nobody more signed for the group than was needed, and who did stands in the chain.',
  f_stepOther:
    'Step {step} was not done as it was sent ({needs} of {count} are enough): “{roles}” signed, and event {event} does not fit.',
  m_stepOther:
    'Too many or too few signed for the group, or somebody was released too early. Do not rely on this step.',
  f_takesPartRightly: 'Replayed over the values, the condition of “{role}” held, and “{role}” signed (event {event}).',
  m_takesPartRightly: 'So who had to sign is not only the platform’s word.',
  f_skippedRightly:
    'Replayed over the values, the condition of “{role}” did not hold, and “{role}” was skipped (event {event}).',
  m_skippedRightly: 'So nobody was left out whom the values asked for.',
  f_conditionOther:
    'Whether “{role}” takes part was decided otherwise than its condition says over the values (event {event}).',
  m_conditionOther:
    'Somebody was left out who was asked for, or the other way round, or a value or condition was changed. Do not rely on it.',
  f_namedRightly:
    '“{role}” was put in by “{by}” with the signature (event {event}), as it was sent, and whoever acted as “{role}” has that address, or one that the trail gives later.',
  m_namedRightly: 'So it stands in the chain who chose this person.',
  f_namedOther: '“{role}” was to be put in by “{by}”, and event {event} does not fit that.',
  m_namedOther: 'Somebody else may have acted than the one who was put in. Do not rely on it.',
  f_groupRightly:
    '“{by}” signed for the group “{role}” (event {event}), in the session that had taken it for the group.',
  m_groupRightly: 'The name is the person’s own word: the platform knows that the person read the group’s mail.',
  f_groupOther:
    'The signature for the group “{role}” (event {event}) was not made by whoever had taken it for the group.',
  m_groupOther: 'It is not proven who signed for the group. Do not rely on it.',
  f_sentBackRightly:
    '“{role}” sent it back to “{roles}” (event {event}), as the sender allows. They and all who signed after them were asked again.',
  m_sentBackRightly: 'What they had signed before counts no longer; the signatures above are those that count.',
  f_sentBackOther: 'That “{role}” sent it back to “{roles}” (event {event}) does not fit the trail.',
  m_sentBackOther:
    'It may not have been allowed, or a signature counts that should have been given anew. Do not rely on it.',
  f_rulesSeen:
    'The page through which “{role}” signed stated that it showed exactly this, and the platform compared it (event {event}).',
  m_rulesSeen: 'Had somebody else’s values changed it in between, the signature would have been refused.',
  f_rulesUnseen: 'The application through which “{role}” signed did not state what it had shown (event {event}).',
  m_rulesUnseen: 'Which fields counted follows from the rules. A page that was opened earlier may have shown others.',
  f_namedInTrail: 'The trail in {file} names this very file as “{document}”.',
  m_namedInTrail: 'File and trail belong together.',
  f_notInTrail: 'No trail here names this file.',
  m_notInTrail: 'It belongs to another envelope, or it is not the file that was sealed.',
  f_sealNotInTrail: 'The trail ends before the sealing, so it does not name the sealed file.',
  m_sealNotInTrail:
    'The document in it is the one of the trail. A newer trail, or the certificate of completion, names the sealed file, too.',
  f_certificateCovers: 'This certificate holds the first {count} events of the trail in {file}, under its seal.',
  m_certificateCovers: 'Nobody can have rewritten them since. Later events are in the word of the platform.',
  f_certificateOther: 'Certificate and trail do not belong together.',
  m_certificateOther: 'They are of different envelopes, or the trail was rewritten after the certificate was sealed.',
  f_logHolds: 'The log {log} has {file}, as entry {index} of {size}.',
  m_logHolds: 'The log is public and nobody can rewrite it unnoticed, its owner included.',
  f_logDeleted: 'The log {log} says that the envelope of {file} was deleted (entry {index} of {size}).',
  m_logDeleted: 'The platform no longer has it. What you hold in hand is still proven.',
  f_logOther: 'This log proof is of a file that is not here.',
  m_logOther: 'Add the file that it is of. Of the files here it says nothing.',
  f_logBroken: 'The log proof does not lead to the log’s signed state.',
  m_logBroken: 'It was changed, or it is of another log. It proves nothing.',
  f_logKeyUnknown: 'The proof is of the log {log}, whose key is not known here.',
  m_logKeyUnknown: 'Paste the key of the log under “Whom you trust”, or add the file countersign.json.',
  f_logKeyOther: 'The state of the log {log} is not signed by a log that you trust.',
  m_logKeyOther: 'Anybody can make a log. It proves nothing unless the key is the right one.',
  f_trustGiven: 'You trust what this file names.',
  m_trustGiven:
    'That is worth as much as the way on which it came to you. Do not take it from whoever sent you the documents to check.',
  f_unread: 'This file is damaged, or it is none that can be checked here.',
  m_unread: 'Get it again from where it came from.',
  f_unsupported: 'This browser cannot check it: {what}',
  m_unsupported: 'That says nothing about the file. Try a newer browser.',
} as const;

export type VerifyWords = InLanguage<typeof en>;
