import { describe, expect, it } from 'vitest'
import { canonicalQuery, signForAliyun, signForTencent } from './signing'

describe('a signature', () => {
  // The worked examples of the providers' own documentation of signature version 3.
  it('is that of Alibaba Cloud’s example', () => {
    const query = {
      RegionId: 'cn-shanghai',
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
    }
    const headers = signForAliyun(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query,
        body: '',
      },
      { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
      { at: new Date('2023-10-26T10:22:32Z'), nonce: '3156853299f313e23d1673dc12e1703d' },
    )
    expect(headers['authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  it('is that of Tencent Cloud’s example', () => {
    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const headers = signForTencent(
      { host: 'cvm.tencentcloudapi.com', action: 'DescribeInstances', version: '2017-03-12', body },
      { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
      { at: new Date(1_551_113_065_000), region: 'ap-guangzhou' },
    )
    expect(headers['authorization']).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    )
  })

  it('is of a query whose names are sorted and whose values leave nothing open', () => {
    expect(canonicalQuery({ b: '农场 (一)*', A: "it's!~" })).toBe(
      'A=it%27s%21~&b=%E5%86%9C%E5%9C%BA%20%28%E4%B8%80%29%2A',
    )
  })
})
