import '../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Field } from './field.tsx'
import { Form, SubmitButton } from './form.tsx'
import { TitledForm } from './titled-form.tsx'

afterEach(cleanup)

type FormProps = Parameters<typeof Form>[0]

const needsName: NonNullable<FormProps['check']> = ({ name = '' }) => (name === '' ? { name: 'Enter your name' } : {})

function show(more: Partial<FormProps> = {}): void {
  render(
    <Form button="Send" check={needsName} {...more}>
      {(typed, messages) => (
        <Field id="name" name="name" label="Name" defaultValue={typed['name']} error={messages['name']} />
      )}
    </Form>,
  )
}
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (value: string) => fireEvent.change(name(), { target: { value } })
/** Submits; answers whether the browser goes on and posts the form. */
const submit = () => fireEvent.submit(name().form ?? expect.fail('no form'))

test('an invalid form is not posted: its fields show errors, and the first one is focused', () => {
  show()
  expect(submit()).toBe(false)
  expect(name().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(name())
})

test('the errors are on the page before a field is focused, so that it is spoken with its error and stays where it is', () => {
  show()
  const errors: (string | undefined)[] = []
  name().addEventListener('focus', () => errors.push(screen.queryByText('Enter your name')?.textContent))
  submit()
  expect(errors).toEqual(['Enter your name'])
})

test('a form with a heading is named by it, and lists its errors with links to their fields', () => {
  render(
    <TitledForm title="Write to us" button="Send" check={needsName}>
      {(_typed, messages) => <Field id="name" name="name" label="Name" error={messages['name']} />}
    </TitledForm>,
  )
  expect(submit()).toBe(false)
  expect(document.activeElement).toBe(name())
  expect(screen.getByRole('link', { name: 'Enter your name' }).getAttribute('href')).toBe('#name')
  expect(screen.getByRole('form', { name: 'Write to us' })).toBeDefined()
})

test('a valid form is posted to its own page by default', () => {
  show()
  type('Ana')
  expect(submit()).toBe(true)
})

test('a posted form returns with input, field errors and form error', () => {
  show({ refused: { typed: { name: 'Ana' }, problems: { name: 'Too short', form: 'Try again later' } } })
  expect(name().value).toBe('Ana')
  expect(screen.getByText('Too short')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Try again later')
})

test('a form sent by script is sent once, and shows errors afterwards', async () => {
  const sent: string[] = []
  let answer: (problems: { name: string } | null) => void = () => {}
  show({
    send: ({ name = '' }) => {
      sent.push(name)
      return new Promise((done) => (answer = done))
    },
  })
  expect([submit(), sent]).toEqual([false, []])
  type('Ana')
  expect([submit(), submit(), sent]).toEqual([false, false, ['Ana']])
  expect(screen.getByRole('button').textContent).toBe('Please wait …')
  await act(async () => answer({ name: 'Taken' }))
  await waitFor(() => expect(screen.getByText('Taken')).toBeDefined())
  expect(screen.getByRole('button').textContent).toBe('Send')
  submit()
  await act(async () => answer(null))
  await waitFor(() => expect(screen.queryByText('Taken')).toBeNull())
})

test('a form sent by script can be emptied', async () => {
  show({
    send: async (_typed, form) => {
      form.reset()
      return null
    },
  })
  type('Ana')
  submit()
  await waitFor(() => expect(name().value).toBe(''))
})

test('a field can announce its error', () => {
  render(<Field id="name" label="Name" error="Too short" isAlert />)
  expect(screen.getByRole('alert').textContent).toBe('Too short')
})

test('a form can place its own button, which shows when it is busy', async () => {
  let done: () => void = () => {}
  render(
    <Form send={() => new Promise((resolve) => (done = () => resolve(null)))}>
      {() => <SubmitButton busyText="Searching …">Find</SubmitButton>}
    </Form>,
  )
  const button = screen.getByRole('button')
  fireEvent.click(button)
  expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual(['Searching …', 'true'])
  await act(async () => done())
  expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual(['Find', null])
})

test('a self-validating field shows and clears its own error only', () => {
  render(
    <Form button="Send" refused={{ typed: {}, problems: { name: 'Too short', form: 'Try again later' } }}>
      {(_typed, messages, setMessage) => (
        <Field
          id="name"
          name="name"
          label="Name"
          error={messages['name']}
          onChange={() => setMessage('name', null)}
          onBlur={() => setMessage('name', 'Still too short')}
        />
      )}
    </Form>,
  )
  type('A')
  expect(screen.queryByText('Too short')).toBeNull()
  fireEvent.blur(name())
  expect(screen.getByText('Still too short')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Try again later')
})

test('an invalid unnamed field is focused too, in a section that opens for it', () => {
  render(
    <Form button="Send" check={() => ({ 'card.cvv': 'Enter the code' })}>
      {(_typed, messages) => (
        <details>
          <Field id="card.cvv" label="Name" error={messages['card.cvv']} />
        </details>
      )}
    </Form>,
  )
  submit()
  expect(document.activeElement).toBe(name())
  expect(document.querySelector('details')?.open).toBe(true)
})
