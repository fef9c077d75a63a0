import { describe, expect, test } from 'vitest'
import { parseStorageAddress } from './storage-address.ts'

const server = {
  bucket: 'media',
  prefix: '',
  region: 'us-east-1',
  endpoint: 'https://files.example',
  credentials: { accessKeyId: 'AKEY', secretAccessKey: 'secret' },
  isPathStyle: true,
}

describe('an address of media storage', () => {
  test.each([
    ['s3://AKEY:secret@files.example/media', server],
    ['s3://AKEY:secret@files.example/media/', server],
    ['s3://AKEY:secret@files.example:9000/media', { ...server, endpoint: 'https://files.example:9000' }],
    ['s3://AKEY:secret@127.0.0.1:9000/media?tls=off', { ...server, endpoint: 'http://127.0.0.1:9000' }],
    ['s3://AKEY:secret@[::1]:9000/media?tls=off', { ...server, endpoint: 'http://[::1]:9000' }],
    ['s3://AKEY:secret@files.example/media/shop/one', { ...server, prefix: 'shop/one/' }],
    ['s3://AKEY:secret@files.example/media/shop/one/', { ...server, prefix: 'shop/one/' }],
    ['s3://AKEY:secret@files.example/media?style=host&region=auto', { ...server, region: 'auto', isPathStyle: false }],
    [
      's3://AKEY:a%2Fb%2Bc+d%40e%25@files.example/media',
      { ...server, credentials: { accessKeyId: 'AKEY', secretAccessKey: 'a/b+c+d@e%' } },
    ],
    [
      's3://AKEY:secret@s3.ap-southeast-2.amazonaws.com/media?region=ap-southeast-2',
      { ...server, endpoint: 'https://s3.ap-southeast-2.amazonaws.com', region: 'ap-southeast-2' },
    ],
    [
      's3://media/shop?region=ap-southeast-2',
      {
        bucket: 'media',
        prefix: 'shop/',
        region: 'ap-southeast-2',
        endpoint: null,
        credentials: null,
        isPathStyle: false,
      },
    ],
  ])('%s is read', (text, value) => {
    expect(parseStorageAddress(text)).toEqual({ ok: true, value })
  })

  test.each([
    ['https://AKEY:secret@files.example/media', 'must begin with s3://'],
    ['media', 'must begin with s3://'],
    ['s3://AKEY:sec/ret@files.example/media', 'write / as %2F'],
    ['s3://AKEY:sec%zzret@files.example/media', 'must have % as %25'],
    ['s3://AKEY@files.example/media', 'both ACCESS_KEY and SECRET'],
    ['s3://:secret@files.example/media', 'both ACCESS_KEY and SECRET'],
    ['s3://AKEY:secret@files.example', 'must name a bucket'],
    ['s3://AKEY:secret@files.example/Media', 'must name a bucket'],
    ['s3://AKEY:secret@files.example/media/Shop', 'must have a prefix of'],
    ['s3://AKEY:secret@files.example/media?tls=no', 'tls=on or tls=off'],
    ['s3://AKEY:secret@files.example/media?style=virtual', 'style=path or style=host'],
    ['s3://AKEY:secret@files.example/media?ssl=off', 'region, tls and style only'],
    ['s3://AKEY:secret@files.example/media?region=Sydney', 'region=ap-southeast-2'],
    ['s3://AKEY:secret@s3.amazonaws.com/media', "must have the bucket's region"],
    ['s3://media', "must have the bucket's region"],
    ['s3://files.example:9000/media?tls=off', 'must have ACCESS_KEY:SECRET@ before a host with a port'],
    ['s3://media?region=ap-southeast-2&tls=off', 'tls and style only with ACCESS_KEY:SECRET@host'],
  ])('%s is rejected with what to change, and without its secret', (text, problem) => {
    const parsed = parseStorageAddress(text)
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining(problem) })
    expect(JSON.stringify(parsed)).not.toMatch(/AKEY|secret|sec/)
  })
})
