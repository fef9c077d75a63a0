import { describe, expect, test } from 'vitest'
import type { Typed } from '../../platform/forms/typed-form.ts'
import { photosProblem, readQuestion, readReview } from './writing.ts'

const good: Typed = {
  rating: '4',
  title: '  Quiet   and cold ',
  text: 'It is quiet.\r\nThe drawers run well.',
  author: 'Kiri M.',
  email: ' Kiri@Example.com ',
}

test('a review is normalised: trimmed, unified line ends, lower-case email', () => {
  expect(readReview(good)).toEqual({
    ok: true,
    value: {
      rating: 4,
      title: 'Quiet and cold',
      text: 'It is quiet.\nThe drawers run well.',
      author: 'Kiri M.',
      email: 'kiri@example.com',
      pros: [],
      cons: [],
    },
  })
})

test('points are those ticked and those typed, each once, with a capital and without a full stop', () => {
  const typed = {
    pros0: 'Quiet',
    pros2: 'Easy to clean',
    pros: ' quiet , holds  a lot.;',
    cons: 'thin manual\nNo light!',
  }
  expect(readReview({ ...good, ...typed })).toMatchObject({
    value: { pros: ['Quiet', 'Easy to clean', 'Holds a lot'], cons: ['Thin manual', 'No light'] },
  })
})

test('photos are limited in number and size', () => {
  const mb = 1_048_576
  expect(photosProblem([])).toBeNull()
  expect(photosProblem(Array.from({ length: 4 }, () => ({ size: 10 * mb })))).toBeNull()
  expect(photosProblem(Array.from({ length: 5 }, () => ({ size: 1 })))).toBe('Choose at most 4 photos')
  expect(photosProblem([{ size: 10 * mb + 1 }])).toBe('Choose photos of at most 10 MB each')
})

describe('every error is shown beside its field', () => {
  test.each([
    [{ rating: '' }, 'rating', 'Choose from 1 to 5 stars'],
    [{ rating: '0' }, 'rating', 'Choose from 1 to 5 stars'],
    [{ rating: '6' }, 'rating', 'Choose from 1 to 5 stars'],
    [{ rating: '4.5' }, 'rating', 'Choose from 1 to 5 stars'],
    [{ title: ' ' }, 'title', 'Enter a headline of at most 80 characters'],
    [{ title: 'x'.repeat(81) }, 'title', 'Enter a headline of at most 80 characters'],
    [{ text: 'x'.repeat(19) }, 'text', 'Write from 20 to 2000 characters'],
    [{ text: 'x'.repeat(2_001) }, 'text', 'Write from 20 to 2000 characters'],
    [{ text: `${'x'.repeat(30)}\0` }, 'text', 'Remove the characters that we cannot accept'],
    [{ author: '' }, 'author', 'Enter a name of at most 40 characters'],
    [{ author: 'x'.repeat(41) }, 'author', 'Enter a name of at most 40 characters'],
    [{ pros: 'a,b,c,d,e,f' }, 'pros', 'Name at most 5, each of at most 40 characters, separated by commas'],
    [{ cons: 'x'.repeat(41) }, 'cons', 'Name at most 5, each of at most 40 characters, separated by commas'],
    [{ cons: 'a\0b' }, 'cons', 'Remove the characters that we cannot accept'],
    [{ email: 'kiri' }, 'email', 'Enter an email address like name@example.com'],
  ])('%o', (change, field, text) => {
    expect(readReview({ ...good, ...change })).toEqual({ ok: false, problem: { [field]: text } })
  })

  test('all at once, in an empty form', () => {
    const read = readReview({})
    expect(read.ok ? [] : Object.keys(read.problem)).toEqual(['rating', 'title', 'text', 'author', 'email'])
  })
})

test('limits are inclusive', () => {
  const longest = { title: 'x'.repeat(80), text: 'x'.repeat(2_000), author: 'x'.repeat(40) }
  expect(readReview({ ...good, ...longest }).ok).toBe(true)
  expect(readReview({ ...good, text: 'x'.repeat(20) }).ok).toBe(true)
})

test('a question has text, name and email, and at most 500 characters', () => {
  expect(readQuestion({ ...good, text: 'Does the door come off its hinges?' })).toEqual({
    ok: true,
    value: { text: 'Does the door come off its hinges?', author: 'Kiri M.', email: 'kiri@example.com' },
  })
  expect(readQuestion({ ...good, text: 'x'.repeat(501) })).toEqual({
    ok: false,
    problem: { text: 'Write from 20 to 500 characters' },
  })
})
