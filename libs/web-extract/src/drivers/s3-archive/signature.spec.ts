import { AwsV4Signer } from 'aws4fetch';

/**
 * Examples of "Signature Calculations for the Authorization Header" in the documentation of Amazon S3:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
  datetime: '20130524T000000Z',
  allHeaders: true, // the documentation signs `range` and `date` too
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const BUCKET = 'https://examplebucket.s3.amazonaws.com';

describe('signatures of version 4', () => {
  it.each([
    [
      'an object with a range',
      {
        method: 'GET',
        url: `${BUCKET}/test.txt`,
        headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
      },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an upload',
      {
        method: 'PUT',
        url: `${BUCKET}/test%24file.text`,
        headers: {
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        },
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a listing',
      { method: 'GET', url: `${BUCKET}/?max-keys=2&prefix=J`, headers: { 'x-amz-content-sha256': EMPTY } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('are those of the documentation for %s', async (_, request, signature) => {
    const { headers } = await new AwsV4Signer({ ...KEYS, ...request }).sign();
    expect(headers.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`));
  });
});
