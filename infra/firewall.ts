import { Aws } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { failure } from '../lib/base/errors.ts';
import { messageOf } from '../lib/base/message-of.ts';
import { ANSWER_HEADERS } from '../lib/http/headers.ts';
import type { Limits } from './settings.ts';

const WINDOW_SECONDS = 300;

/** Headers that carry the token of a session: the user's, and the signer's. */
const SESSION_HEADERS = ['authorization', 'signer'];

/**
 * Paths at which credentials are tried: tokens, and keys of signing links. With the owner's domain, they have no stage
 * before them.
 */
const SIGN_IN = ['/v2/oauth2/token', '/v2/sign/unauth/'];

/**
 * Rules of the common set that would refuse normal requests, and are only counted. Functions check all of this
 * themselves: bodies against the contract, documents before they are accepted, addresses when they are connected to.
 */
const ONLY_COUNTED = [
  // Documents are larger than 8 kB; a picture or a PDF contains any bytes; own texts of mails are HTML.
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  // A ZIP of many envelopes names them in its path; authorization requests are long; native applications redirect to
  // 127.0.0.1.
  'SizeRestrictions_URIPATH',
  'SizeRestrictions_QUERYSTRING',
  'GenericRFI_QUERYARGUMENTS',
  // Paths contain senders' names of roles and fields, and searches contain file names.
  'RestrictedExtensions_URIPATH',
  'RestrictedExtensions_QUERYARGUMENTS',
  // A program that calls an API needn't name itself.
  'NoUserAgent_HEADER',
];

const SLOW_DOWN = 'SlowDown';

/**
 * A web ACL before the stage: AWS's managed rules, and limits. Requests with a session count by its token: many people
 * share the address of an office, and an integrator's server sends for all of its users. Requests without one count by
 * address. WAF can't check tokens, so that an address is also bounded whatever tokens it shows: by twice what one
 * session may send.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, stageArn: string, limits: Limits) {
    super(scope, 'Firewall');
    const acl = new CfnWebACL(this, 'Acl', {
      description: `Countersign ${Aws.STACK_NAME}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('Requests'),
      customResponseBodies: {
        [SLOW_DOWN]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooMany()) },
      },
      rules: [
        rateRule('RatePerAddress', 0, perAddress(limits.requestsPerAddress, WITHOUT_SESSION)),
        rateRule(
          'SignInPerAddress',
          1,
          perAddress(limits.attemptsPerAddress, { orStatement: { statements: SIGN_IN.map(contains) } }),
        ),
        rateRule('RatePerUserSession', 2, perSession(limits.requestsPerSession, 'authorization')),
        rateRule('RatePerSignerSession', 3, perSession(limits.requestsPerSession, 'signer')),
        rateRule('TotalPerAddress', 4, perAddress(2 * limits.requestsPerSession)),
        managedRules('AWSManagedRulesAmazonIpReputationList', 5),
        managedRules('AWSManagedRulesKnownBadInputsRuleSet', 6),
        managedRules('AWSManagedRulesCommonRuleSet', 7, ONLY_COUNTED),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

/** No samples: they would show the paths of signing links, with their keys, to everybody with access. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

const managedRules = (name: string, priority: number, counted: readonly string[] = []): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: visible(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

const rateRule = (
  name: string,
  priority: number,
  rateBasedStatement: CfnWebACL.RateBasedStatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  visibilityConfig: visible(name),
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: SLOW_DOWN,
        responseHeaders: Object.entries({
          ...ANSWER_HEADERS,
          'Cache-Control': 'no-store',
          'Retry-After': String(WINDOW_SECONDS),
          'X-Error-Code': 'too_many_requests',
        }).map(([header, value]) => ({ name: header, value })),
      },
    },
  },
  statement: { rateBasedStatement },
});

const perAddress = (
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RateBasedStatementProperty => ({
  limit,
  evaluationWindowSec: WINDOW_SECONDS,
  aggregateKeyType: 'IP',
  scopeDownStatement,
});

/** WAF doesn't count requests that lack the header. */
const perSession = (limit: number, header: string): CfnWebACL.RateBasedStatementProperty => ({
  limit,
  evaluationWindowSec: WINDOW_SECONDS,
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [{ header: { name: header, textTransformations: [{ priority: 0, type: 'NONE' }] } }],
});

const has = (header: string): CfnWebACL.StatementProperty => ({
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: header } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const WITHOUT_SESSION: CfnWebACL.StatementProperty = {
  notStatement: { statement: { orStatement: { statements: SESSION_HEADERS.map(has) } } },
};

const contains = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'CONTAINS',
    searchString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const tooMany = () => ({
  status: 'ERROR',
  error: messageOf(failure('too_many_requests', { seconds: WINDOW_SECONDS })),
});
