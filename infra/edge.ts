import { createHash } from 'node:crypto';
import { Aws, CfnOutput } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  CachePolicy,
  CfnConnectionGroup,
  CfnDistribution,
  CfnDistributionTenant,
  OriginRequestPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { STAGE } from './gateway.ts';

const ORIGIN = 'Api';

/**
 * TLS for the domains of brands: one CloudFront distribution for all, and a tenant with a managed certificate for each
 * domain. It passes on what reads (GET, HEAD), so the pages. What people do there goes to the API's own address, whose
 * gateway sees their own addresses, and these are evidence. Nothing is cached: pages may not be, and their files come
 * from the API's address.
 */
export class Edge extends Construct {
  /** The host that the domains' CNAME records lead to. */
  readonly host: string;

  constructor(scope: Construct, api: SpecRestApi, domains: readonly string[]) {
    super(scope, 'Edge');
    const connections = new CfnConnectionGroup(this, 'Connections', {
      name: Aws.STACK_NAME,
      enabled: true,
      ipv6Enabled: true,
    });
    const distribution = new CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        comment: `Domains of brands of ${Aws.STACK_NAME}`,
        enabled: true,
        connectionMode: 'tenant-only',
        httpVersion: 'http2',
        origins: [
          {
            id: ORIGIN,
            domainName: `${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
            originPath: `/${STAGE}`,
            customOriginConfig: { originProtocolPolicy: 'https-only', originSslProtocols: ['TLSv1.2'] },
          },
        ],
        defaultCacheBehavior: {
          targetOriginId: ORIGIN,
          viewerProtocolPolicy: 'redirect-to-https',
          allowedMethods: ['GET', 'HEAD'],
          cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
          // API Gateway routes by its own host name, so the domain's is left out.
          originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
        },
      },
    });
    for (const domain of domains) {
      new CfnDistributionTenant(this, `Tenant${shortHash(domain)}`, {
        name: domain,
        distributionId: distribution.ref,
        connectionGroupId: connections.attrId,
        domains: [domain],
        enabled: true,
        // CloudFront answers the challenge itself, because the CNAME leads to it already.
        managedCertificateRequest: { primaryDomainName: domain, validationTokenHost: 'cloudfront' },
      });
    }
    this.host = connections.attrRoutingEndpoint;
    new CfnOutput(this, 'Host', {
      value: this.host,
      description: 'Where the CNAME records of brands\u2019 domains lead',
    }).overrideLogicalId('EdgeHost');
  }
}

/** A logical id that stays with its domain, whatever others come and go. */
const shortHash = (domain: string): string => createHash('sha256').update(domain).digest('hex').slice(0, 12);
