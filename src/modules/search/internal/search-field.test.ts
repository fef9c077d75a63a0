import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../platform/clock.ts'
import { emptyField, nextField, wakesAt, type FieldEvent, type FieldState } from './search-field.ts'

type Answer = readonly string[]

/** A field in front of somebody, with a clock that stands still until it is moved. */
function field({
  mode = 'nav',
  minLength = 2,
  resting = '',
}: { mode?: 'nav' | 'page'; minLength?: number; resting?: string } = {}) {
  const clock = fixedClock('2026-11-24T11:00:00Z')
  let state: FieldState<Answer> = { ...emptyField, text: resting }
  const now = () => clock.now().getTime()
  const send = (event: FieldEvent<Answer>) => (state = nextField(state, event, { mode, minLength, resting }))
  return {
    get state() {
      return state
    },
    send,
    type: (text: string) => send({ type: 'typed', text, at: now() }),
    leave: () => send({ type: 'left', at: now() }),
    /** Lets the time pass, and wakes the field when it asked for that. */
    pass(ms: number) {
      clock.advance(ms)
      const due = wakesAt(state)
      if (due !== null && due <= now()) send({ type: 'waited', at: now() })
    },
    /** Types and gets an answer. */
    find(text: string, answer: Answer = [text]) {
      this.send({ type: 'entered' })
      this.type(text)
      this.pass(500)
      this.send({ type: 'found', term: state.lookingUp ?? '', answer })
    },
  }
}

describe('suggestions', () => {
  test('are requested 500 ms after typing in the header, 300 ms elsewhere [SRCH-13]', () => {
    for (const [mode, rest] of [
      ['nav', 500],
      ['page', 300],
    ] as const) {
      const one = field({ mode })
      one.type('fr')
      one.pass(rest - 1)
      one.type('fri')
      one.pass(rest - 1)
      expect([mode, one.state.lookingUp]).toEqual([mode, null])
      one.pass(1)
      expect([mode, one.state.lookingUp]).toEqual([mode, 'fri'])
    }
  })

  test('use the trimmed lower-case term, while the field keeps its text [SRCH-21] [SRCH-26]', () => {
    const one = field()
    one.type('  French  DOOR ')
    one.pass(500)
    expect([one.state.text, one.state.lookingUp]).toEqual(['  French  DOOR ', 'french door'])
  })

  test('are not requested below the minimum length, which the navigation data can raise but not lower [SRCH-22]', () => {
    const lookedUp = (text: string, minLength: number) => {
      const one = field({ minLength })
      one.type(text)
      one.pass(10_000)
      return one.state.lookingUp
    }
    expect([lookedUp(' f ', 2), lookedUp('fr', 2)]).toEqual([null, 'fr'])
    expect([lookedUp('fri', 4), lookedUp('frid', 4)]).toEqual([null, 'frid'])
    expect([lookedUp('f', 1), lookedUp('f', 0)]).toEqual([null, null])
  })

  test('clear when the input falls below the minimum [SRCH-14]', () => {
    const one = field()
    one.find('fr')
    expect(one.state.found).toEqual({ term: 'fr', answer: ['fr'] })
    one.type('f')
    expect([one.state.found, one.state.lookUpAt]).toEqual([null, null])
  })

  test('stay until the next response, and a late response to an older term is dropped', () => {
    const one = field()
    one.find('fri')
    one.type('frid')
    one.pass(500)
    one.type('fridge')
    one.send({ type: 'found', term: 'frid', answer: ['late'] })
    expect(one.state.found).toEqual({ term: 'fri', answer: ['fri'] })
  })

  test('are not requested again for an added space', () => {
    const one = field()
    one.find('fridge')
    one.type('fridge ')
    expect(one.state.lookUpAt).toBeNull()
  })

  test('are empty after a failed request, and the next one works as usual [SRCH-27]', () => {
    const one = field()
    one.type('fridge')
    one.pass(500)
    one.send({ type: 'failed', term: 'fridge' })
    expect([one.state.lookingUp, one.state.found, one.state.text]).toEqual([null, null, 'fridge'])
    one.type('fridges')
    one.pass(500)
    expect(one.state.lookingUp).toBe('fridges')
  })
})

describe('an empty field', () => {
  test('asks at once what to offer, and again when it is emptied, but not below the minimum', () => {
    const one = field()
    expect(one.send({ type: 'entered' }).lookingUp).toBe('')
    one.send({ type: 'found', term: '', answer: ['popular'] })
    expect(one.state.found).toEqual({ term: '', answer: ['popular'] })
    expect(one.send({ type: 'entered' }).lookingUp).toBeNull()
    expect(one.type('f')).toMatchObject({ found: null, lookingUp: null, lookUpAt: null })
    expect(one.type('').lookingUp).toBe('')
  })
})

describe('a guess', () => {
  test('is shown while typing has not rested, and the shop is still asked', () => {
    const one = field()
    one.type('fri')
    one.send({ type: 'guessed', term: 'fri', answer: ['fridge'] })
    expect(one.state.found).toEqual({ term: 'fri', answer: ['fridge'] })
    one.type('fri ')
    one.pass(500)
    expect(one.state.lookingUp).toBe('fri')
    one.send({ type: 'found', term: 'fri', answer: ['fridges'] })
    expect(one.state.found).toEqual({ term: 'fri', answer: ['fridges'] })
  })

  test('for another term, or after the answer, is dropped', () => {
    const one = field()
    one.type('fri')
    one.send({ type: 'guessed', term: 'fr', answer: ['late'] })
    expect(one.state.found).toBeNull()
    one.pass(500)
    one.send({ type: 'guessed', term: 'fri', answer: ['late'] })
    expect(one.state.found).toBeNull()
  })
})

describe('on a page of results', () => {
  test('the header holds the words of the page, also after somebody typed others and left', () => {
    const one = field({ resting: 'fridge' })
    expect(one.send({ type: 'entered' }).lookingUp).toBeNull()
    one.type('freezer')
    one.leave()
    one.pass(200)
    expect(one.state).toEqual({ ...emptyField, text: 'fridge' })
  })

  test('Escape empties it, and a page that was opened fills it again [SRCH-15]', () => {
    const one = field({ resting: 'fridge' })
    expect(one.send({ type: 'escaped' }).text).toBe('')
    expect(one.send({ type: 'arrived' }).text).toBe('fridge')
  })
})

describe('Enter', () => {
  test('cancels a pending request, and makes none itself [SRCH-24]', () => {
    const one = field()
    one.type('fridge')
    one.send({ type: 'submitted' })
    one.pass(10_000)
    expect([one.state.resolving, one.state.lookUpAt, one.state.lookingUp]).toEqual(['fridge', null, null])
  })

  test('drops the response to a request under way [SRCH-24]', () => {
    const one = field()
    one.type('fridge')
    one.pass(500)
    one.send({ type: 'submitted' })
    one.send({ type: 'found', term: 'fridge', answer: ['late'] })
    expect(one.state.found).toBeNull()
  })

  test('does nothing without a term [SRCH-21]', () => {
    for (const text of ['', '   ', '\t', ' <;> ', 'f']) {
      const one = field()
      one.type(text)
      const before = one.state
      one.send({ type: 'submitted' })
      expect([text, one.state]).toEqual([text, before])
    }
  })

  test('closes and empties the header once the destination is known; a field in a page keeps its text [SRCH-17]', () => {
    for (const [mode, text] of [
      ['nav', ''],
      ['page', 'Fridge'],
    ] as const) {
      const one = field({ mode })
      one.find('Fridge')
      one.send({ type: 'submitted' })
      expect([one.state.resolving, one.state.isOpen]).toEqual(['fridge', true])
      one.send({ type: 'resolved' })
      expect(one.state).toEqual({ ...emptyField, text })
    }
  })

  test('still navigates when the field closes meanwhile [SRCH-17]', () => {
    const one = field()
    one.find('fridge')
    one.send({ type: 'submitted' })
    one.leave()
    one.pass(200)
    expect([one.state.isOpen, one.state.resolving]).toEqual([false, 'fridge'])
  })
})

test('Escape clears input and results at once, and closes the header search [SRCH-15]', () => {
  for (const mode of ['nav', 'page'] as const) {
    const one = field({ mode })
    one.find('fridge')
    one.send({ type: 'escaped' })
    expect([mode, one.state.text, one.state.found, one.state.isOpen]).toEqual([mode, '', null, mode === 'page'])
  }
})

describe('leaving the field', () => {
  test('clears input and results and closes the header after 200 ms [SRCH-16]', () => {
    const one = field()
    one.find('fridge')
    one.leave()
    one.pass(199)
    expect([one.state.isOpen, one.state.text]).toEqual([true, 'fridge'])
    one.pass(1)
    expect(one.state).toEqual(emptyField)
  })

  test('inside a page clears the suggestions only', () => {
    const one = field({ mode: 'page' })
    one.find('fridge')
    one.leave()
    one.pass(200)
    expect(one.state).toEqual({ ...emptyField, text: 'fridge' })
  })

  test('to another part of the panel does not close it', () => {
    const one = field()
    one.find('fridge')
    one.leave()
    one.send({ type: 'entered' })
    one.pass(10_000)
    expect([one.state.isOpen, one.state.text]).toEqual([true, 'fridge'])
  })
})

test('arrow keys cycle through the options, and typing starts again', () => {
  const one = field()
  one.find('fridge')
  const walk = (...steps: (1 | -1)[]) => steps.map((step) => one.send({ type: 'moved', step, count: 3 }).active)
  expect(walk(1, 1, 1, 1)).toEqual([0, 1, 2, 0])
  expect(walk(-1, -1)).toEqual([2, 1])
  one.type('fridg')
  expect(one.state.active).toBe(-1)
  expect(walk(-1)).toEqual([2])
  expect(one.send({ type: 'moved', step: 1, count: 0 }).active).toBe(-1)
})
