import { spawnSync } from 'node:child_process';

/** The user `nobody`. */
const OTHER_UID = 65_534;

/** Returns why this process cannot act as another user, for the message about skipped tests. */
export const obstacleToOtherUsers = (): string | undefined =>
  process.getuid?.() === 0 ? undefined : 'only root can try what another user of this machine could do';

/** Runs a shell script as another user of this machine. Returns what it prints. */
export const asOtherUser = (script: string): string =>
  spawnSync('/bin/sh', ['-s'], { uid: OTHER_UID, gid: OTHER_UID, input: script, encoding: 'utf8', cwd: '/' }).stdout;

/** The operations that another user tries at each port, without an access key and with a common one. */
const OPERATIONS = [
  ['DynamoDB_20120810.ListTables', '{}'],
  ['DynamoDB_20120810.Scan', '{"TableName":"TABLE"}'],
  ['DynamoDB_20120810.PutItem', '{"TableName":"TABLE","Item":{"PK":{"S":"planted"},"SK":{"S":"planted"}}}'],
  ['AmazonSQS.ListQueues', '{}'],
  ['AmazonSQS.SendMessage', '{"QueueUrl":"http://127.0.0.1/000000000000/QUEUE","MessageBody":"planted"}'],
  ['TrentService.Decrypt', '{"CiphertextBlob":"CIPHERTEXT","EncryptionContext":{"partnerId":"p"}}'],
  ['GraniteServiceVersion20100801.DescribeAlarms', '{}'],
] as const;
const PATHS = ['/', '/2015-03-31/event-source-mappings/', '/oldest-messages', '/?Action=Publish'] as const;
const HEADERS = ['', "-H 'Authorization: AWS4-HMAC-SHA256 Credential=local/20300101/eu-west-1/dynamodb/aws4_request'"];

/**
 * Sends every request to the port as another user, with the values of some names in its bodies. Returns the different
 * statuses of the responses.
 */
export function statusesForOtherUser(url: string, names: Readonly<Record<string, string>> = {}): string[] {
  const curl = `curl -s -o /dev/null -w '%{http_code}\\n' -H 'Content-Type: application/x-amz-json-1.0'`;
  const bodies = OPERATIONS.map(([target, body]) => {
    const data = Object.entries(names).reduce<string>((text, [name, value]) => text.replace(name, value), body);
    return `-H 'X-Amz-Target: ${target}' -d '${data}' ${url}/`;
  });
  const requests = [...bodies, ...PATHS.map((path) => `'${url}${path}'`)];
  const printed = asOtherUser(
    HEADERS.flatMap((key) => requests.map((request) => `${curl} ${key} ${request}`)).join('\n'),
  );
  return [...new Set(printed.trim().split('\n'))];
}
