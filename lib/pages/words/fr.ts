import type { PageText } from './en.ts';

export const fr: PageText = {
  needsScript: 'Cette page a besoin de JavaScript.',
  late: 'Cette page n’est pas encore prête. Si cela dure, rechargez-la.',
  busy: 'Cela n’a pas fonctionné',
  busyAbout: 'Une erreur est survenue de notre côté. Rien n’a été modifié. Veuillez réessayer dans un instant.',
  brokenLink: 'Ce lien est incomplet',
  brokenLinkAbout: 'Ouvrez-le de nouveau depuis le message, ou copiez-le en entier dans la barre d’adresse.',
  refusedRequest: 'Vous ne pouvez pas vous connecter ici',
  refusedRequestAbout:
    'L’application qui vous a envoyé ici est inconnue ou a demandé quelque chose qu’elle n’a pas déclaré. Rien ne lui a été transmis. Retournez-y et informez son exploitant.',
  signing: 'Vous avez reçu des documents',
  drawing: 'Dessinez votre signature',
};
