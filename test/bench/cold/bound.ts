/**
 * A lower bound for the cost of a function that reads one item. Node's own client sends one request, signed by hand,
 * without checks or retries. This function exists only for comparison and is not shipped.
 */
import { createHash, createHmac } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';

const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN = '', AWS_REGION = '' } = process.env;
const { AWS_ENDPOINT_URL_DYNAMODB = '', TABLE_NAME } = process.env;
const endpoint = new URL(AWS_ENDPOINT_URL_DYNAMODB);
const client = endpoint.protocol === 'https:' ? https : http;
const agent = new client.Agent({ keepAlive: true });

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export async function handler(event: { readonly key: Readonly<Record<string, string>> }) {
  const Key = Object.fromEntries(Object.entries(event.key).map(([name, S]) => [name, { S }]));
  const response = await post(JSON.stringify({ TableName: TABLE_NAME, Key, ConsistentRead: true }));
  const { Item } = JSON.parse(response);
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item) };
}

function post(body: string): Promise<string> {
  const headers = signed(body);
  return new Promise((resolve, reject) => {
    const request = client.request(endpoint, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Signature Version 4. */
function signed(body: string): Record<string, string> {
  const now = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${now.slice(0, 8)}/${AWS_REGION}/dynamodb/aws4_request`;
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host: endpoint.host,
    'x-amz-date': now,
    'x-amz-security-token': AWS_SESSION_TOKEN,
    'x-amz-target': 'DynamoDB_20120810.GetItem',
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${AWS_SECRET_ACCESS_KEY}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${now}\n${scope}\n${sha256(canonical)}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}
