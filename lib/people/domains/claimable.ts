import { parse } from 'tldts';
import { DomainName } from './name.ts';

/**
 * Domains at which anybody gets a mailbox: no organization owns them. Only the large ones; a smaller one is safe too,
 * because only its owner can publish the records.
 */
const FREE_MAIL = new Set(
  `126.com 163.com aim.com aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch bol.com.br btinternet.com charter.net
  comcast.net cox.net daum.net duck.com earthlink.net email.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com
  gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es
  hotmail.fr hotmail.it hushmail.com icloud.com inbox.lv inbox.ru interia.pl juno.com kakao.com laposte.net libero.it list.ru live.co.uk
  live.com live.de live.fr live.nl mac.com mail.com mail.de mail.ru mailbox.org mailinator.com me.com msn.com nate.com naver.com
  o2.pl online.de onet.pl optonline.net orange.fr outlook.com outlook.de outlook.es outlook.fr outlook.it pm.me posteo.de posteo.net
  proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com sapo.pt sbcglobal.net seznam.cz
  sfr.fr shaw.ca sina.com sina.cn sky.com sympatico.ca t-online.de telenet.be terra.com.br tiscali.it tuta.com tuta.io tutanota.com
  ukr.net uol.com.br verizon.net virgilio.it virginmedia.com vodafone.de wanadoo.fr web.de wp.pl ya.ru yahoo.ca yahoo.co.in yahoo.co.jp
  yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com
  zoho.com zohomail.com zohomail.eu`.split(/\s+/),
);

/** Reason why nobody can claim the domain (in the form of `domainName`); undefined if its owner can. */
const unclaimable = (name: string): string | undefined => {
  const { domain } = parse(name, { allowPrivateDomains: true });
  if (domain === null) return 'must be a domain of your own, not one below which everybody registers theirs';
  if (FREE_MAIL.has(domain)) return 'must be a domain of your own, not one at which everybody gets a mailbox';
  return undefined;
};

/** A domain name that an organization may claim, as a field of a request. */
export const ClaimableDomain = DomainName.superRefine((name, context) => {
  const message = unclaimable(name);
  if (message) context.addIssue({ code: 'custom', message });
});
