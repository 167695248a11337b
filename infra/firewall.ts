import { Aws } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { failure } from '../lib/base/errors.ts';
import { messageOf } from '../lib/http/errors.ts';
import { ANSWER_HEADERS } from '../lib/http/headers.ts';

/** Requests from one address within five minutes. The whole API accepts 60,000 in that time (`infra/gateway.ts`). */
const LIMITS = { everything: 6000, signIn: 300 };
const WINDOW_SECONDS = 300;

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
 * A web ACL before the stage: AWS's managed rules, and limits for each address. Without it, one address could use up
 * the stage's request rate.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, stageArn: string) {
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
        rateRule('RatePerAddress', 0, LIMITS.everything),
        rateRule('SignInPerAddress', 1, LIMITS.signIn, {
          orStatement: { statements: SIGN_IN.map(contains) },
        }),
        managedRules('AWSManagedRulesAmazonIpReputationList', 2),
        managedRules('AWSManagedRulesKnownBadInputsRuleSet', 3),
        managedRules('AWSManagedRulesCommonRuleSet', 4, ONLY_COUNTED),
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
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
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
  statement: {
    rateBasedStatement: { limit, evaluationWindowSec: WINDOW_SECONDS, aggregateKeyType: 'IP', scopeDownStatement },
  },
});

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
