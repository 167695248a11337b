import type { VerifyWords } from './en.ts';

export const fr: VerifyWords = {
  check: 'Vérifier des documents scellés',
  checkAbout:
    'Ajoutez les fichiers que vous avez : le document scellé, le certificat d’achèvement, la piste d’audit, une preuve du registre, l’original. Autant que vous voulez, dans n’importe quel ordre.',
  stays: 'Vos fichiers restent sur cet appareil. Rien n’en est envoyé où que ce soit.',
  choose: 'Choisir des fichiers',
  dropHere: 'ou déposez-les ici',
  checking: 'Vérification …',
  remove: 'Retirer {file}',
  clear: 'Recommencer',
  tooLarge: '{file} dépasse 100 Mo et a été laissé de côté.',
  notRead: '{file} n’a pas pu être lu et a été laissé de côté.',

  whom: 'À qui vous faites confiance',
  whomAbout:
    'N’importe qui peut faire un sceau à n’importe quel nom. Comparez l’empreinte de son certificat avec celle que l’expéditeur vous a donnée par un autre moyen, et collez-la ici. Un certificat ou le fichier countersign.json de la plateforme s’ajoute comme les autres fichiers.',
  fingerprint: 'Empreintes (SHA-256) de certificats, ou clés de registres',
  badFingerprint: 'Il n’y a là ni empreinte ni clé complète.',
  trustPlatform: 'Faire confiance à ce que ce service dit de lui-même : ses certificats de sceau et son registre',
  platformMissing: 'La liste des certificats de ce service n’a pas pu être chargée. Collez plutôt une empreinte.',

  language: 'Langue',
  keep: 'Garder cette page',
  keepAbout:
    'La même chose en un seul fichier, qui fonctionne sans réseau et sans ce service. Gardez-le avec vos documents.',
  keepLink: 'Télécharger la page',

  verdict_holds: 'Tout ce qui peut être vérifié est exact',
  verdict_unsure: 'Rien n’est faux, mais quelque chose n’est pas prouvé',
  verdict_fails: 'Quelque chose n’est pas exact',
  state_holds: 'Exact',
  state_fails: 'Inexact',
  state_unsure: 'Non prouvé',
  state_note: 'À noter',
  means: 'Ce que cela signifie',
  hash: 'SHA-256 du fichier',
  kind_sealed: 'Document scellé',
  kind_certificate: 'Certificat d’achèvement',
  kind_trail: 'Piste d’audit',
  kind_proof: 'Preuve du registre',
  kind_trust: 'Liste de confiance',
  kind_other: 'Autre fichier',

  f_unchanged: 'Pas un octet n’a changé depuis le scellement.',
  m_unchanged: 'Le sceau couvre tout le fichier. Qui y change quelque chose le brise.',
  f_proofAdded:
    'Après le scellement, seules des preuves ont été ajoutées, pour les vérifications des années suivantes.',
  m_proofAdded: 'Des certificats et des horodatages d’autorités. Ils ne changent rien à ce qui est affiché.',
  f_changed: 'Le fichier a été modifié après le scellement, ou son sceau vient d’un autre fichier.',
  m_changed: 'Ne vous fiez pas à ce fichier. Redemandez-le, ou cherchez la copie qui vous a été envoyée.',
  f_addedLater: 'Quelque chose a été ajouté au fichier après le scellement.',
  m_addedLater:
    'Ce qui a été scellé s’y trouve encore, mais ce que vous voyez peut être autre chose. Ne vous fiez pas à ce fichier ; demandez celui qui a été scellé.',
  f_roomUsed: 'La place du sceau contient plus que le sceau.',
  m_roomUsed:
    'Les pages sont telles qu’elles ont été scellées. Mais des octets qu’aucun sceau ne couvre ont été modifiés, ce que la plateforme ne fait pas.',
  f_signatureBad: 'Le sceau n’est pas authentique.',
  m_signatureBad: 'Il n’a pas été fait avec la clé du certificat qu’il nomme. Ne vous fiez pas à ce fichier.',
  f_signatureUnread: 'Le sceau est illisible.',
  m_signatureUnread: 'Il est endommagé, ou n’a jamais été un sceau. Ne vous fiez pas à ce fichier.',
  f_noSeal: 'Ce PDF n’a aucun sceau vérifiable, et aucun des autres fichiers ne le connaît.',
  m_noSeal:
    'N’importe qui peut l’avoir fait ou modifié. Si c’est un original, ajoutez le document scellé ou la piste d’audit.',
  f_sealerKnown: 'Scellé par {name}, à qui vous faites confiance. Empreinte du certificat : {fingerprint}',
  m_sealerKnown: 'Le certificat, ou celui qui l’a émis, est parmi ceux que vous avez nommés ou que ce service nomme.',
  f_sealerUnknown: 'Scellé avec un certificat au nom de {name}. Rien ici ne le confirme. Empreinte : {fingerprint}',
  m_sealerUnknown:
    'N’importe qui peut faire un certificat à n’importe quel nom. Demandez l’empreinte à l’expéditeur par un autre moyen, comparez, et collez-la sous « À qui vous faites confiance ».',
  f_sealerOther:
    'Scellé avec un certificat auquel vous ne faites pas confiance, au nom de {name}. Empreinte : {fingerprint}',
  m_sealerOther:
    'Son empreinte n’est pas parmi celles que vous avez nommées. Ce peut être un faux, ou un certificat d’une autre époque. Demandez à l’expéditeur.',
  f_outsideValidity: 'Le certificat n’était pas valide au moment du sceau. Il l’était du {from} au {to}.',
  m_outsideValidity: 'Un sceau hors de cette période prouve peu. Demandez à l’expéditeur.',
  f_notRevoked: 'Le certificat n’était pas révoqué le {time}, selon ceux qui l’ont émis : {name}',
  m_notRevoked: 'Leurs réponses sont dans le fichier, signées, et valables pour cette date.',
  f_revoked: 'Le certificat de {name} a été révoqué le {time}, et rien ne prouve qu’il a servi avant.',
  m_revoked:
    'Son émetteur l’a retiré, peut-être parce que la clé a été volée. Ne vous fiez pas à ce qui a été signé avec lui. Demandez à l’expéditeur.',
  f_revokedLater: 'Le certificat de {name} a été révoqué plus tard, le {time}.',
  m_revokedLater: 'Un horodatage prouve qu’il a servi avant. Cela reste valable.',
  f_revocationUnproven:
    'Le fichier contient des réponses sur des certificats révoqués, mais aucune ne prouve que le certificat de {name} était valable le {time}.',
  m_revocationUnproven:
    'Elles concernent d’autres certificats, ne sont pas au nom de l’émetteur, sont abîmées ou d’une autre date. Demandez à l’émetteur s’il a été révoqué.',
  f_revocationOther: 'Le fichier contient aussi des réponses sur des certificats révoqués qui ne prouvent rien ici.',
  m_revocationOther:
    'Elles concernent d’autres certificats, ne sont pas au nom de l’émetteur ou sont abîmées. Elles ont été laissées de côté.',
  f_timeOfServer: 'Scellé le {time}, selon le serveur qui a scellé.',
  m_timeOfServer: 'C’est l’horloge du serveur. Personne d’autre ne la confirme.',
  f_timeOfAuthority: 'Il existait le {time}, selon l’autorité d’horodatage {name}, à qui vous faites confiance.',
  m_timeOfAuthority:
    'Une autorité extérieure à la plateforme le confirme. La plateforme n’a pas pu le faire plus tard.',
  f_timeOfUnknown:
    'Il existait le {time}, selon {name}, qui se dit autorité d’horodatage. Rien ici ne le confirme. Empreinte : {fingerprint}',
  m_timeOfUnknown:
    'L’horodatage est authentique, mais n’importe qui peut se dire autorité. Comparez l’empreinte avec celle que l’autorité publie, et collez-la sous « À qui vous faites confiance ».',
  f_timeBad: 'Un horodatage n’est pas authentique, ou porte sur autre chose.',
  m_timeBad: 'Il ne prouve aucune date. Il a été endommagé, ou remplacé par un autre.',
  f_recordHolds: 'Il commence par le document montré aux signataires : « {document} », {size} octets.',
  m_recordHolds: 'Ce qui a été signé est dans le fichier, octet pour octet. Les valeurs et le sceau viennent après.',
  f_recordOther: 'Il ne commence pas par le document « {document} » montré aux signataires.',
  m_recordOther:
    'Ce qui est scellé ici n’est pas ce qui a été signé, ou les fichiers appartiennent à des enveloppes différentes.',
  f_sentUnchanged: 'Ce document est exactement le fichier que l’expéditeur a envoyé.',
  m_sentUnchanged: 'La plateforme n’y a rien changé.',
  f_sentRewritten: 'Le fichier envoyé a été remis en ordre avant que quiconque le voie : {why}',
  m_sentRewritten:
    'Tous les signataires ont vu le document tel qu’il était ensuite. La piste contient les empreintes des deux.',
  f_originalHolds: 'C’est l’original de « {document} », octet pour octet.',
  m_originalHolds: 'C’est le fichier envoyé, ou le document montré aux signataires.',
  f_originalOther: 'Ce fichier n’appartient à aucun des autres.',
  m_originalOther: 'Il n’est l’original d’aucun document ici, ou ce qui le montrerait manque.',
  f_chainHolds: 'La piste de {count} événements est entière jusqu’au {time}. Enveloppe {envelope}.',
  m_chainHolds: 'Chaque événement contient l’empreinte du précédent. Rien n’a été changé, omis ni déplacé.',
  f_chainBroken: 'La piste est rompue à l’événement {event} sur {count}.',
  m_chainBroken: 'Un événement a été changé, omis, ajouté ou déplacé. Ne vous fiez à rien de ce que dit cette piste.',
  f_chainCut: 'Des événements manquent à la fin de la piste, après le numéro {count}.',
  m_chainCut: 'La piste nomme un dernier événement qui n’y est pas. Demandez la piste entière.',
  f_trailAlone: 'Rien ici ne garantit cette piste, sinon elle-même.',
  m_trailAlone:
    'Celui qui tient une piste pourrait en inventer une autre. Ajoutez le certificat d’achèvement, qui est scellé, ou une preuve du registre.',
  f_trailOpen: 'Quand cette piste a été écrite, tous n’avaient pas encore signé.',
  m_trailOpen: 'Elle raconte jusque-là. Demandez-en une plus récente.',
  f_listedOther: 'La liste des documents contredit les événements.',
  m_listedOther: 'La liste est à côté de la chaîne et a été modifiée. Ce sont les événements qui comptent.',
  f_signedAs: '{who} a signé comme « {role} » le {time}, depuis l’adresse {from}.',
  m_signedAs:
    'C’est ce que dit la piste. Le signataire n’avait pas de clé à lui : la plateforme a noté qui a agi par le lien.',
  f_verifiedAs: '« {role} » a été vérifié comme {name} le {time} : {proof}',
  m_verifiedAs: 'La plateforme l’a contrôlé avant la signature, et a noté qui c’était.',
  f_boundOther: 'Ce qui a été montré à « {role} » n’est pas ce que dit la piste (événement {event}).',
  m_boundOther:
    'Des valeurs ou des documents diffèrent de ceux que cette personne a signés. Ne vous fiez pas à cette signature.',
  f_namedInTrail: 'La piste dans {file} nomme exactement ce fichier comme « {document} ».',
  m_namedInTrail: 'Le fichier et la piste vont ensemble.',
  f_notInTrail: 'Aucune piste ici ne nomme ce fichier.',
  m_notInTrail: 'Il appartient à une autre enveloppe, ou ce n’est pas le fichier qui a été scellé.',
  f_sealNotInTrail: 'La piste s’arrête avant le scellement et ne nomme donc pas le fichier scellé.',
  m_sealNotInTrail:
    'Le document qu’il contient est celui de la piste. Une piste plus récente, ou le certificat d’achèvement, nomme aussi le fichier scellé.',
  f_certificateCovers:
    'Ce certificat contient les {count} premiers événements de la piste dans {file}, sous son sceau.',
  m_certificateCovers: 'Personne n’a pu les réécrire depuis. Pour les événements suivants, seule la plateforme répond.',
  f_certificateOther: 'Le certificat et la piste ne vont pas ensemble.',
  m_certificateOther:
    'Ils sont d’enveloppes différentes, ou la piste a été réécrite après le scellement du certificat.',
  f_logHolds: 'Le registre {log} contient {file}, comme entrée {index} sur {size}.',
  m_logHolds:
    'Le registre est public et personne ne peut le réécrire sans que cela se voie, pas même son propriétaire.',
  f_logDeleted: 'Le registre {log} dit que l’enveloppe de {file} a été supprimée (entrée {index} sur {size}).',
  m_logDeleted: 'La plateforme ne l’a plus. Ce que vous avez en main reste prouvé.',
  f_logOther: 'Cette preuve du registre porte sur un fichier qui n’est pas ici.',
  m_logOther: 'Ajoutez le fichier sur lequel elle porte. Des fichiers présents elle ne dit rien.',
  f_logBroken: 'La preuve ne mène pas à l’état signé du registre.',
  m_logBroken: 'Elle a été modifiée, ou vient d’un autre registre. Elle ne prouve rien.',
  f_logKeyUnknown: 'La preuve vient du registre {log}, dont la clé n’est pas connue ici.',
  m_logKeyUnknown:
    'Collez la clé du registre sous « À qui vous faites confiance », ou ajoutez le fichier countersign.json.',
  f_logKeyOther: 'L’état du registre {log} n’est pas signé par un registre auquel vous faites confiance.',
  m_logKeyOther: 'N’importe qui peut faire un registre. Il ne prouve rien si la clé n’est pas la bonne.',
  f_trustGiven: 'Vous faites confiance à ce que ce fichier nomme.',
  m_trustGiven:
    'Cela vaut ce que vaut le chemin par lequel il vous est parvenu. Ne le prenez pas de celui qui vous a envoyé les documents à vérifier.',
  f_unread: 'Ce fichier est endommagé, ou n’est pas de ceux qui se vérifient ici.',
  m_unread: 'Reprenez-le là d’où il vient.',
  f_unsupported: 'Ce navigateur ne peut pas le vérifier : {what}',
  m_unsupported: 'Cela ne dit rien du fichier. Essayez un navigateur plus récent.',
};
