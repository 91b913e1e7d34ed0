import { BasePathMapping, DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';
import { DOMAIN_POLICY } from './tls-versions.ts';

/** Reports whether API Gateway's address accepts requests. If the stage has a domain, that address rejects them. */
export const acceptsAwsAddress = ({ domain }: Pick<StageSettings, 'domain'>): boolean => domain === undefined;

/** Puts the API on a domain of its own, with an existing certificate. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, api: RestApi, domain: NonNullable<StageSettings['domain']>) {
    super(scope, id);
    const { name, certificateArn, hostedZoneId } = domain;
    const domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: DOMAIN_POLICY,
    });
    new BasePathMapping(this, 'Mapping', { domainName, restApi: api, stage: api.deploymentStage });
    if (hostedZoneId !== undefined) {
      // This is a CloudFormation resource, because CDK's construct requires the name of the zone besides its id.
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
