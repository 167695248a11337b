import type { VerifyWords } from './en.ts';

export const de: VerifyWords = {
  check: 'Versiegelte Dokumente prüfen',
  checkAbout:
    'Fügen Sie die Dateien hinzu, die Sie haben: das versiegelte Dokument, das Abschlusszertifikat, das Protokoll, einen Logbuch-Nachweis, das Original. Beliebig viele, in beliebiger Reihenfolge.',
  stays: 'Ihre Dateien bleiben auf diesem Gerät. Nichts davon wird irgendwohin gesendet.',
  choose: 'Dateien auswählen',
  dropHere: 'oder hier ablegen',
  checking: 'Wird geprüft …',
  remove: '{file} entfernen',
  clear: 'Neu beginnen',
  tooLarge: '{file} ist größer als 100 MB und wurde weggelassen.',
  notRead: '{file} konnte nicht gelesen werden und wurde weggelassen.',

  whom: 'Wem Sie vertrauen',
  whomAbout:
    'Jeder kann ein Siegel auf jeden Namen machen. Vergleichen Sie den Fingerabdruck seines Zertifikats mit einem, den Sie auf anderem Weg vom Absender bekommen haben, und fügen Sie ihn hier ein. Ein Zertifikat oder die Datei countersign.json der Plattform können Sie wie andere Dateien hinzufügen.',
  fingerprint: 'Fingerabdrücke (SHA-256) von Zertifikaten oder Schlüssel von Logbüchern',
  badFingerprint: 'Darin ist kein vollständiger Fingerabdruck oder Schlüssel.',
  trustPlatform: 'Dem vertrauen, was dieser Dienst über sich sagt: seine Siegelzertifikate und sein Logbuch',
  platformMissing:
    'Die Liste der Zertifikate dieses Dienstes konnte nicht geladen werden. Fügen Sie stattdessen einen Fingerabdruck ein.',

  language: 'Sprache',
  keep: 'Diese Seite aufbewahren',
  keepAbout:
    'Dasselbe als eine Datei, die ohne Netz und ohne diesen Dienst funktioniert. Bewahren Sie sie bei Ihren Dokumenten auf.',
  keepLink: 'Seite herunterladen',

  verdict_holds: 'Alles, was sich prüfen lässt, stimmt',
  verdict_unsure: 'Nichts ist falsch, aber etwas ist nicht bewiesen',
  verdict_fails: 'Etwas stimmt nicht',
  state_holds: 'Stimmt',
  state_fails: 'Stimmt nicht',
  state_unsure: 'Nicht bewiesen',
  state_note: 'Hinweis',
  means: 'Was das bedeutet',
  hash: 'SHA-256 der Datei',
  kind_sealed: 'Versiegeltes Dokument',
  kind_certificate: 'Abschlusszertifikat',
  kind_trail: 'Protokoll',
  kind_proof: 'Logbuch-Nachweis',
  kind_trust: 'Liste, wem zu vertrauen ist',
  kind_other: 'Andere Datei',

  f_unchanged: 'Seit der Versiegelung hat sich kein Byte geändert.',
  m_unchanged: 'Das Siegel umfasst die ganze Datei. Wer etwas ändert, bricht es.',
  f_proofAdded: 'Nach der Versiegelung wurden nur Nachweise hinzugefügt, für Prüfungen in späteren Jahren.',
  m_proofAdded: 'Zertifikate und Zeitstempel von Stellen. Sie ändern nichts an dem, was gezeigt wird.',
  f_changed: 'Die Datei wurde nach der Versiegelung geändert, oder ihr Siegel stammt aus einer anderen Datei.',
  m_changed:
    'Verlassen Sie sich nicht auf diese Datei. Bitten Sie noch einmal um sie, oder suchen Sie die Kopie, die Ihnen gesendet wurde.',
  f_addedLater: 'Nach der Versiegelung wurde der Datei etwas hinzugefügt.',
  m_addedLater:
    'Was versiegelt wurde, ist noch darin, aber was Sie sehen, kann etwas anderes sein. Verlassen Sie sich nicht auf diese Datei; bitten Sie um die versiegelte.',
  f_roomUsed: 'An der Stelle des Siegels steht mehr als das Siegel.',
  m_roomUsed:
    'Die Seiten sind so, wie sie versiegelt wurden. Aber Bytes, die kein Siegel umfasst, wurden geändert, und das tut die Plattform nicht.',
  f_signatureBad: 'Das Siegel ist nicht echt.',
  m_signatureBad:
    'Es wurde nicht mit dem Schlüssel des Zertifikats gemacht, das es nennt. Verlassen Sie sich nicht auf diese Datei.',
  f_signatureUnread: 'Das Siegel ist nicht lesbar.',
  m_signatureUnread: 'Es ist beschädigt oder war nie ein Siegel. Verlassen Sie sich nicht auf diese Datei.',
  f_noSeal: 'Dieses PDF hat kein Siegel, das sich prüfen lässt, und keine der anderen Dateien kennt es.',
  m_noSeal:
    'Jeder könnte es gemacht oder geändert haben. Wenn es ein Original ist, fügen Sie das versiegelte Dokument oder das Protokoll hinzu.',
  f_sealerKnown: 'Versiegelt von {name}, dem Sie vertrauen. Fingerabdruck des Zertifikats: {fingerprint}',
  m_sealerKnown:
    'Das Zertifikat, oder eines, das es ausgestellt hat, ist unter denen, die Sie genannt haben oder die dieser Dienst nennt.',
  f_sealerUnknown:
    'Versiegelt mit einem Zertifikat auf den Namen {name}. Nichts hier bestätigt es. Fingerabdruck: {fingerprint}',
  m_sealerUnknown:
    'Jeder kann ein Zertifikat auf jeden Namen machen. Fragen Sie den Absender auf anderem Weg nach dem Fingerabdruck, vergleichen Sie, und fügen Sie ihn unter „Wem Sie vertrauen“ ein.',
  f_sealerOther:
    'Versiegelt mit einem Zertifikat, dem Sie nicht vertrauen, auf den Namen {name}. Fingerabdruck: {fingerprint}',
  m_sealerOther:
    'Sein Fingerabdruck ist nicht unter denen, die Sie genannt haben. Es kann eine Fälschung sein oder ein Zertifikat aus anderer Zeit. Fragen Sie den Absender.',
  f_outsideValidity: 'Das Zertifikat war zur Zeit des Siegels nicht gültig. Es war es vom {from} bis {to}.',
  m_outsideValidity: 'Ein Siegel von außerhalb dieser Zeit beweist wenig. Fragen Sie den Absender.',
  f_notRevoked: 'Das Zertifikat war am {time} nicht widerrufen, sagen seine Aussteller: {name}',
  m_notRevoked: 'Ihre Antworten stehen in der Datei, sind unterschrieben und gelten für diese Zeit.',
  f_revoked: 'Das Zertifikat von {name} wurde am {time} widerrufen, und nichts beweist, dass es vorher benutzt wurde.',
  m_revoked:
    'Sein Aussteller hat es zurückgezogen, vielleicht weil der Schlüssel gestohlen wurde. Verlassen Sie sich nicht auf das, was damit unterschrieben wurde. Fragen Sie den Absender.',
  f_revokedLater: 'Das Zertifikat von {name} wurde später widerrufen, am {time}.',
  m_revokedLater: 'Ein Zeitstempel beweist, dass es vorher benutzt wurde. Das bleibt gültig.',
  f_revocationUnproven:
    'Die Datei enthält Antworten über widerrufene Zertifikate, aber keine beweist, dass das Zertifikat von {name} am {time} gültig war.',
  m_revocationUnproven:
    'Sie handeln von anderen Zertifikaten, sind nicht im Namen des Ausstellers, beschädigt oder aus einer anderen Zeit. Fragen Sie den Aussteller, ob es widerrufen wurde.',
  f_revocationOther: 'Die Datei enthält auch Antworten über widerrufene Zertifikate, die hier nichts beweisen.',
  m_revocationOther:
    'Sie handeln von anderen Zertifikaten, sind nicht im Namen des Ausstellers oder beschädigt. Sie wurden ausgelassen.',
  f_timeOfServer: 'Versiegelt am {time}, nach Angabe des Servers, der versiegelt hat.',
  m_timeOfServer: 'Es ist die Uhr des Servers. Niemand sonst bestätigt sie.',
  f_timeOfAuthority: 'Es bestand am {time}, nach Angabe der Zeitstempelstelle {name}, der Sie vertrauen.',
  m_timeOfAuthority:
    'Eine Stelle außerhalb der Plattform bestätigt es. Die Plattform kann es nicht später gemacht haben.',
  f_timeOfUnknown:
    'Es bestand am {time}, nach Angabe von {name}, die sich Zeitstempelstelle nennt. Nichts hier bestätigt das. Fingerabdruck: {fingerprint}',
  m_timeOfUnknown:
    'Der Zeitstempel ist echt, aber jeder kann sich Stelle nennen. Vergleichen Sie den Fingerabdruck mit dem, den die Stelle veröffentlicht, und fügen Sie ihn unter „Wem Sie vertrauen“ ein.',
  f_timeBad: 'Ein Zeitstempel ist nicht echt, oder er gilt etwas anderem.',
  m_timeBad: 'Er beweist keine Zeit. Er wurde beschädigt oder durch einen anderen ersetzt.',
  f_recordHolds: 'Es beginnt mit dem Dokument, das den Unterzeichnenden gezeigt wurde: „{document}“, {size} Bytes.',
  m_recordHolds:
    'Was unterschrieben wurde, steht Byte für Byte in der Datei. Werte und Siegel wurden dahinter angefügt.',
  f_recordOther: 'Es beginnt nicht mit dem Dokument „{document}“, das den Unterzeichnenden gezeigt wurde.',
  m_recordOther:
    'Was hier versiegelt ist, ist nicht, was unterschrieben wurde, oder die Dateien gehören zu verschiedenen Umschlägen.',
  f_sentUnchanged: 'Dieses Dokument ist genau die Datei, die der Absender gesendet hat.',
  m_sentUnchanged: 'Die Plattform hat nichts daran geändert.',
  f_sentRewritten: 'Die gesendete Datei wurde in Ordnung gebracht, bevor jemand sie sah: {why}',
  m_sentRewritten:
    'Alle Unterzeichnenden sahen das Dokument, wie es danach war. Das Protokoll enthält die Hashwerte von beiden.',
  f_originalHolds: 'Das ist das Original von „{document}“, Byte für Byte.',
  m_originalHolds: 'Es ist die gesendete Datei oder das Dokument, das den Unterzeichnenden gezeigt wurde.',
  f_originalOther: 'Diese Datei gehört zu keiner der anderen.',
  m_originalOther: 'Sie ist von keinem Dokument hier das Original, oder es fehlt, was das zeigen würde.',
  f_chainHolds: 'Das Protokoll mit {count} Ereignissen ist vollständig bis {time}. Umschlag {envelope}.',
  m_chainHolds: 'Jedes Ereignis enthält den Hashwert des vorigen. Nichts wurde geändert, ausgelassen oder umgestellt.',
  f_chainBroken: 'Das Protokoll ist bei Ereignis {event} von {count} gebrochen.',
  m_chainBroken:
    'Ein Ereignis wurde geändert, ausgelassen, hinzugefügt oder verschoben. Verlassen Sie sich auf nichts, was dieses Protokoll sagt.',
  f_chainCut: 'Am Ende des Protokolls fehlen Ereignisse, nach Nummer {count}.',
  m_chainCut: 'Das Protokoll nennt ein letztes Ereignis, das nicht darin ist. Bitten Sie um das ganze Protokoll.',
  f_trailAlone: 'Für dieses Protokoll spricht hier nichts als es selbst.',
  m_trailAlone:
    'Wer ein Protokoll führt, könnte ein neues erfinden. Fügen Sie das Abschlusszertifikat hinzu, das versiegelt ist, oder einen Nachweis des Logbuchs.',
  f_trailOpen: 'Als dieses Protokoll geschrieben wurde, hatten noch nicht alle unterschrieben.',
  m_trailOpen: 'Es berichtet bis dahin. Bitten Sie um ein neueres.',
  f_listedOther: 'Die Liste der Dokumente widerspricht den Ereignissen.',
  m_listedOther: 'Die Liste steht neben der Kette und wurde geändert. Es gelten die Ereignisse.',
  f_signedAs: '{who} hat als „{role}“ am {time} unterschrieben, von der Adresse {from}.',
  m_signedAs:
    'So steht es im Protokoll. Es hat kein eigener Schlüssel unterschrieben: Die Plattform hat festgehalten, wer über den Link gehandelt hat.',
  f_verifiedAs: '„{role}“ wurde als {name} am {time} überprüft: {proof}',
  m_verifiedAs: 'Die Plattform hat das vor der Unterschrift geprüft und aufgeschrieben, als wen.',
  f_boundOther: 'Was „{role}“ gezeigt wurde, ist nicht, was im Protokoll steht (Ereignis {event}).',
  m_boundOther:
    'Werte oder Dokumente weichen von denen ab, die diese Person unterschrieben hat. Verlassen Sie sich nicht auf diese Unterschrift.',
  f_namedInTrail: 'Das Protokoll in {file} nennt genau diese Datei als „{document}“.',
  m_namedInTrail: 'Datei und Protokoll gehören zusammen.',
  f_notInTrail: 'Kein Protokoll hier nennt diese Datei.',
  m_notInTrail: 'Sie gehört zu einem anderen Umschlag, oder sie ist nicht die versiegelte Datei.',
  f_sealNotInTrail: 'Das Protokoll endet vor der Versiegelung und nennt die versiegelte Datei deshalb nicht.',
  m_sealNotInTrail:
    'Das Dokument darin ist das des Protokolls. Ein neueres Protokoll oder das Abschlusszertifikat nennt auch die versiegelte Datei.',
  f_certificateCovers:
    'Dieses Zertifikat enthält die ersten {count} Ereignisse des Protokolls in {file} unter seinem Siegel.',
  m_certificateCovers:
    'Niemand kann sie seither umgeschrieben haben. Für spätere Ereignisse bürgt die Plattform allein.',
  f_certificateOther: 'Zertifikat und Protokoll gehören nicht zusammen.',
  m_certificateOther:
    'Sie sind von verschiedenen Umschlägen, oder das Protokoll wurde umgeschrieben, nachdem das Zertifikat versiegelt war.',
  f_logHolds: 'Das Logbuch {log} hat {file}, als Eintrag {index} von {size}.',
  m_logHolds: 'Das Logbuch ist öffentlich, und niemand kann es unbemerkt umschreiben, auch sein Eigentümer nicht.',
  f_logDeleted: 'Das Logbuch {log} sagt, dass der Umschlag von {file} gelöscht wurde (Eintrag {index} von {size}).',
  m_logDeleted: 'Die Plattform hat ihn nicht mehr. Was Sie in der Hand haben, ist weiterhin bewiesen.',
  f_logOther: 'Dieser Logbuch-Nachweis gilt einer Datei, die nicht hier ist.',
  m_logOther: 'Fügen Sie die Datei hinzu, der er gilt. Über die Dateien hier sagt er nichts.',
  f_logBroken: 'Der Logbuch-Nachweis führt nicht zum unterschriebenen Stand des Logbuchs.',
  m_logBroken: 'Er wurde geändert oder gehört zu einem anderen Logbuch. Er beweist nichts.',
  f_logKeyUnknown: 'Der Nachweis stammt aus dem Logbuch {log}, dessen Schlüssel hier nicht bekannt ist.',
  m_logKeyUnknown:
    'Fügen Sie den Schlüssel des Logbuchs unter „Wem Sie vertrauen“ ein, oder fügen Sie die Datei countersign.json hinzu.',
  f_logKeyOther: 'Der Stand des Logbuchs {log} ist von keinem Logbuch unterschrieben, dem Sie vertrauen.',
  m_logKeyOther: 'Jeder kann ein Logbuch machen. Es beweist nur etwas, wenn der Schlüssel der richtige ist.',
  f_trustGiven: 'Sie vertrauen dem, was diese Datei nennt.',
  m_trustGiven:
    'Das ist so viel wert wie der Weg, auf dem sie zu Ihnen kam. Nehmen Sie sie nicht von dem, der Ihnen die Dokumente zum Prüfen gesendet hat.',
  f_unread: 'Diese Datei ist beschädigt, oder sie ist keine, die hier geprüft werden kann.',
  m_unread: 'Holen Sie sie noch einmal von dort, wo sie herkam.',
  f_unsupported: 'Dieser Browser kann es nicht prüfen: {what}',
  m_unsupported: 'Das sagt nichts über die Datei. Versuchen Sie es mit einem neueren Browser.',
};
