import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { referralOf } from './referral.server.ts'

const aol = brandOf('aol')

test('a referral is told of in the words of its setting, and in our own where it says nothing [SETT-17]', () => {
  expect(referralOf(aol, '{}')).toEqual({
    title: 'Refer a friend',
    blurb:
      'Tell a friend about Appliances Online. Send them your link, so that we know who referred them when they make their first purchase.',
    reward: null,
    termsUrl: null,
  })
  const config = { title: 'Bring a friend', blurb: 'Both win.', rewardAmount: 25, termsUrl: '/s/referral-terms' }
  expect(referralOf(aol, JSON.stringify(config))).toEqual({
    title: 'Bring a friend',
    blurb: 'Both win.',
    reward: 25,
    termsUrl: '/s/referral-terms',
  })
})

test.each([
  '',
  '[]',
  'null',
  '{',
  '{"title":7,"rewardAmount":-1,"termsUrl":"javascript:alert(1)"}',
  '{"termsUrl":"//other.example"}',
])('a setting that makes no sense promises nothing and leads nowhere: %s', (config) =>
  expect(referralOf(aol, config)).toEqual(referralOf(aol, '{}')),
)
