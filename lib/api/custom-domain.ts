import { BasePathMapping, DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';

/** The API at an address of its own, with a certificate that is already there. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, api: RestApi, domain: NonNullable<StageSettings['domain']>) {
    super(scope, id);
    const { name, certificateArn, hostedZoneId } = domain;
    const domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new BasePathMapping(this, 'Mapping', { domainName, restApi: api, stage: api.deploymentStage });
    if (hostedZoneId !== undefined) {
      // Made directly, because the zone's own name, which the construct for it asks for, is not needed.
      new CfnRecordSet(this, 'Record', {
        name,
        type: 'A',
        hostedZoneId,
        aliasTarget: {
          dnsName: domainName.domainNameAliasDomainName,
          hostedZoneId: domainName.domainNameAliasHostedZoneId,
        },
      });
    }
  }
}
