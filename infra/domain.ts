import { CfnOutput } from 'aws-cdk-lib';
import { EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/**
 * The owner's own address of the API. The owner names certificate and hosted zone; they are never looked up. Without a
 * zone, the output names the target for the owner's DNS.
 */
export class Domain extends Construct {
  constructor(scope: Construct, api: SpecRestApi, { name, certificateArn, zone }: NonNullable<Settings['domain']>) {
    super(scope, 'Domain');
    const domain = api.addDomainName('Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (zone) {
      const hostedZone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: zone.id,
        zoneName: zone.name,
      });
      const record = {
        zone: hostedZone,
        recordName: name === zone.name ? undefined : name.slice(0, -zone.name.length - 1),
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      };
      new ARecord(this, 'Address', record);
      new AaaaRecord(this, 'AddressV6', record);
    }
    new CfnOutput(this, 'Target', { value: domain.domainNameAliasDomainName }).overrideLogicalId('DomainTarget');
  }
}
