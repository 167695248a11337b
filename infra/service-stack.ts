import { Aws, CfnCondition, CfnOutput, CfnParameter, Fn, Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Contract } from '../lib/http/contract.ts';
import { SIGN_UP_POLICY } from '../lib/people/users/sign-up-policy.ts';
import { Alarms } from './alarms.ts';
import { Overview } from './dashboard.ts';
import { Domain } from './domain.ts';
import { Edge } from './edge.ts';
import { Firewall } from './firewall.ts';
import { type CodeSource, functionMaker } from './function-maker.ts';
import { FunctionStack } from './function-stack.ts';
import { Gateway } from './gateway.ts';
import { makeLogGroup } from './log-group.ts';
import { MailEvents } from './mail-events.ts';
import { Operations } from './operations.ts';
import { Queues } from './queues.ts';
import type { Settings } from './settings.ts';
import { Keys } from './signing-keys.ts';
import { Store } from './store.ts';
import { Workers } from './workers.ts';

export interface ServiceStackProps {
  contracts: readonly Contract[];
  codeOf: CodeSource;
  settings: Settings;
}

/** The parameter's default, so that a first deployment asks for nothing. It can't send mail. */
const NO_SENDER = 'Countersign <no-reply@example.com>';

/**
 * The whole platform. The owner's decisions are its parameters and, if they change the template, the settings;
 * otherwise the template is the same for every account.
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { contracts, codeOf, settings }: ServiceStackProps) {
    super(scope, id, {
      description: 'Countersign: electronic signatures',
      analyticsReporting: false,
      suppressTemplateIndentation: true,
    });
    this.node.setContext('@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy', true);

    const publicBaseUrl = new CfnParameter(this, 'PublicBaseUrl', {
      description:
        'Public base address of the API, such as https://sign.example.com; empty: the address that AWS gives it',
      default: '',
      allowedPattern: '^(https://[^\\s?#]*[^\\s?#/])?$',
      constraintDescription: 'must be an https address without a slash at its end',
    });
    const mailFrom = new CfnParameter(this, 'MailFrom', {
      description: 'The address that mails come from, such as: Example <sign@example.com>. Verify it in SES.',
      default: NO_SENDER,
      allowedPattern: '^[^@\\r\\n]+@[^@\\s]+$',
    });
    const signUp = new CfnParameter(this, 'SignUp', {
      description:
        'Who may sign up: open, invitation, or mail domains with commas between them: example.com,example.org',
      default: 'invitation',
      allowedPattern: SIGN_UP_POLICY.source,
      constraintDescription: 'must be open, invitation, or domains in lower case with commas between them',
    });
    const administratorEmail = new CfnParameter(this, 'AdministratorEmail', {
      description:
        'Who may sign up whatever SignUp says, such as the first administrator; several with commas between them',
      default: '',
      allowedPattern: '^([^@\\s,]+@[^@\\s,]+(,[^@\\s,]+@[^@\\s,]+)*)?$',
      constraintDescription: 'must be e-mail addresses with commas between them',
    });
    const messagesPerDay = new CfnParameter(this, 'MessagesPerDay', {
      description: 'How many mails and text messages one organization, with its children, may send to people in a day',
      type: 'Number',
      default: 1000,
      minValue: 0,
    });
    const signerAppUrl = new CfnParameter(this, 'SignerAppUrl', {
      description: 'Address of the web pages for signing and signing in; empty: the API itself serves them',
      default: '',
      allowedPattern: '^(https://[^\\s?#]*[^\\s?#/])?$',
    });
    const timestampAuthorities = new CfnParameter(this, 'TsaUrls', {
      description:
        'Time-stamp authorities (RFC 3161) for seals, separated by commas, tried in turn; empty: no time-stamps',
      default: '',
    });
    const sealName = new CfnParameter(this, 'SealName', {
      description: 'Whom the seal on documents names: a name, or a distinguished name such as CN=Seal,O=Example,C=US',
      default: 'Countersign seal',
    });

    const socialClients = socialParameters(this);
    const trustServices = new CfnParameter(this, 'TrustServices', {
      description: 'Trust services for all organizations, JSON: docs/trust-services.md says how; empty: none',
      default: '',
      maxLength: 850,
      allowedPattern: '^(\\[.*\\])?$',
      constraintDescription: 'must be a JSON list of at most 850 characters, with secrets that aws kms encrypt answers',
      noEcho: true,
    });
    const trustedLists = new CfnParameter(this, 'TrustedLists', {
      description:
        'Trusted lists (ETSI TS 119 612) that prove qualified signatures, separated by commas: each an address and the SHA-256 fingerprints of the certificates that sign it',
      default: '',
      maxLength: 300,
      allowedPattern: '^(https?://[^\\s,]+( [0-9A-Fa-f]{64})+(, *https?://[^\\s,]+( [0-9A-Fa-f]{64})+)*)?$',
      constraintDescription: 'must be addresses, each with fingerprints of 64 hexadecimal digits behind it',
    });
    const signerIssuers = new CfnParameter(this, 'SignerIssuers', {
      description:
        'SHA-256 fingerprints of issuers that certify persons, separated by commas: signatures by these persons are advanced ones',
      default: '',
      maxLength: 130,
      allowedPattern: '^([0-9A-Fa-f]{64}(, *[0-9A-Fa-f]{64})*)?$',
      constraintDescription: 'must be fingerprints of 64 hexadecimal digits, separated by commas',
    });

    const store = new Store(this, settings);
    const logs = { retention: settings.logRetention, encryptionKey: store.key };
    const functionLogs = makeLogGroup(this, 'FunctionLogs', logs);
    const make = functionMaker(codeOf, functionLogs, settings.tracing);
    if (settings.trial) store.emptyAtTheEnd(make);
    const queues = new Queues(this, store.key);
    const keys = new Keys(this, make, sealName.valueAsString, settings);
    const gateway = new Gateway(this, contracts, logs, settings);
    if (settings.domain) new Domain(this, gateway.api, settings.domain);
    const edge = settings.edge && new Edge(this, gateway.api, settings.edge.domains);
    if (settings.waf) new Firewall(this, gateway.api.deploymentStage.stageArn, settings.limits);

    const ownUrl = settings.domain ? `https://${settings.domain.name}` : gateway.url;
    const hasPublicBaseUrl = new CfnCondition(this, 'HasPublicBaseUrl', {
      expression: Fn.conditionNot(Fn.conditionEquals(publicBaseUrl, '')),
    });
    const baseUrl = Fn.conditionIf(hasPublicBaseUrl.logicalId, publicBaseUrl.valueAsString, ownUrl).toString();
    const platform = {
      name: Aws.STACK_NAME,
      store,
      queues,
      keys,
      mailEvents: new MailEvents(this, store.key),
      baseUrl,
      appUrl: signerAppUrl.valueAsString,
      edgeHost: edge?.host ?? null,
      mailFrom: mailFrom.valueAsString,
      signUp: signUp.valueAsString,
      messagesPerDay: Token.asString(messagesPerDay.value),
      administratorEmail: administratorEmail.valueAsString,
      timestampAuthorities: timestampAuthorities.valueAsString,
      socialClients,
      trustServices: trustServices.valueAsString,
      trustedLists: trustedLists.valueAsString,
      signerIssuers: signerIssuers.valueAsString,
      logLock: settings.logLock,
      attachSealedFiles: settings.attachSealedFiles,
      eventBus: settings.eventBus,
    };
    const operations = new Operations(this, make, contracts, platform);
    gateway.publishAfter(operations.stacks);
    const background = new FunctionStack(this, 'Background', platform);
    const workers = new Workers(background, make, background.platform, settings.limits);
    const watched = { gateway, queues, store, workers, functionLogs };
    new Alarms(this, watched, settings);
    if (settings.dashboard) new Overview(this, watched);

    new CfnOutput(this, 'BaseUrl', { value: baseUrl, description: 'Base address of the API' });
    new CfnOutput(this, 'Docs', { value: `${baseUrl}/docs`, description: 'Reference of the API' });
    const hasSender = new CfnCondition(this, 'HasSender', {
      expression: Fn.conditionNot(Fn.conditionEquals(mailFrom, NO_SENDER)),
    });
    const identities = `https://${this.region}.console.aws.amazon.com/ses/home?region=${this.region}#/identities`;
    new CfnOutput(this, 'NextStep', {
      value: Fn.conditionIf(
        hasSender.logicalId,
        `Verify ${mailFrom.valueAsString} or its domain in SES, and have the account taken out of the SES sandbox: ${identities}`,
        `Name the address that mails come from: cdk deploy --parameters MailFrom="Example <sign@example.com>". Then verify it in SES: ${identities}`,
      ).toString(),
      description: 'Until this is done, no mail goes out',
    });
    const isOpen = new CfnCondition(this, 'SomebodyMaySignUp', {
      expression: Fn.conditionNot(
        Fn.conditionAnd(Fn.conditionEquals(signUp, 'invitation'), Fn.conditionEquals(administratorEmail, '')),
      ),
    });
    new CfnOutput(this, 'FirstAdministrator', {
      value: Fn.conditionIf(
        isOpen.logicalId,
        Fn.join(' ', [signUp.valueAsString, administratorEmail.valueAsString]),
        'Nobody can sign up yet. Name who is first: cdk deploy --parameters AdministratorEmail=you@example.com',
      ).toString(),
      description: 'Who may sign up (POST /v2/profiles): the policy, and those to whom it does not apply',
    });
    new CfnOutput(this, 'SealKey', {
      value: keys.signing.seal.keyArn,
      description: 'The key that seals: npm run seal:request makes a certificate request for a CA of it',
    });
  }
}

/**
 * Parameters of the platform's own clients at Google and Microsoft, by the variables that functions get. A secret is
 * encrypted before it is given, so that neither the template nor a function's environment shows it.
 */
const socialParameters = (stack: Stack): Record<string, string> =>
  Object.fromEntries(
    ['Google', 'Microsoft'].flatMap((name) => {
      const id = new CfnParameter(stack, `${name}ClientId`, {
        description: `The application at ${name} with which people sign in; empty: none`,
        default: '',
        allowedPattern: '^[A-Za-z0-9._-]{0,200}$',
      });
      const secret = new CfnParameter(stack, `${name}ClientSecret`, {
        description: `Its secret, encrypted with the data key for ${name.toLowerCase()}: infra/README.md says how`,
        default: '',
        allowedPattern: '^[A-Za-z0-9+/=]{0,2000}$',
        constraintDescription: 'must be what aws kms encrypt answers, never the secret itself',
        noEcho: true,
      });
      return [
        [`${name.toUpperCase()}_CLIENT_ID`, id.valueAsString],
        [`${name.toUpperCase()}_CLIENT_SECRET`, secret.valueAsString],
      ];
    }),
  );
