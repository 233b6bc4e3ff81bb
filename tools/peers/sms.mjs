// Makes one request about text messages with the provider's own SDK: node sms.mjs aliyun|tencent URL REQUEST, where REQUEST is
// JSON. Prints the answer of the provider.
import { Agent } from 'node:http';
import pop from '@alicloud/pop-core';
import tencentcloud from 'tencentcloud-sdk-nodejs-sms';

const [provider, address, text] = process.argv.slice(2);
const { keyID, secret, action, params } = JSON.parse(text);
const url = new URL(address);

async function ask() {
  if (provider === 'aliyun') {
    const client = new pop.RPCClient({
      accessKeyId: keyID, accessKeySecret: secret, endpoint: address.replace(/\/$/, ''), apiVersion: '2017-05-25',
    });
    return client.request(action, params, { method: 'POST' });
  }
  // The SDK reads the service from the name of the host, so the name leads to the loopback address.
  const agent = new Agent({
    lookup: (_, { all }, found) => (all ? found(null, [{ address: url.hostname, family: 4 }]) : found(null, url.hostname, 4)),
  });
  const client = new tencentcloud.sms.v20210111.Client({
    credential: { secretId: keyID, secretKey: secret }, region: 'ap-guangzhou',
    profile: { httpProfile: { agent, endpoint: `sms.tencentcloudapi.com:${url.port}`, protocol: 'http://' } },
  });
  return client[action](params);
}

try {
  console.log(JSON.stringify(await ask()));
} catch (error) {
  console.log(JSON.stringify({ refused: error.code ?? String(error) }));
}
