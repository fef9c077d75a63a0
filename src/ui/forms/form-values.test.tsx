import '../../testing/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFormValues, type FormValues } from './form-values.ts'

afterEach(cleanup)

type Values = { title: string; isOn: boolean; place: { street: string; town: string } }
const empty: Values = { title: '', isOn: false, place: { street: '', town: 'Sydney' } }

function Form({ onForm }: { onForm: (form: FormValues<Values>) => void }) {
  const form = useFormValues(() => empty)
  useEffect(() => onForm(form), [form, onForm])
  return (
    <>
      <input aria-label="Title" {...form.register('title')} />
      <input aria-label="Street" {...form.register('place.street')} />
      <input aria-label="On" type="checkbox" {...form.register('isOn')} />
      <p>{form.watch('place').town}</p>
    </>
  )
}
function show(): FormValues<Values> {
  const shown: FormValues<Values>[] = []
  render(<Form onForm={(form) => void shown.push(form)} />)
  return shown[0] ?? expect.fail('no form')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('fields show and change values, and watchers are notified of each', () => {
  const form = show()
  const heard: (string | null)[] = []
  const watching = form.watch((_values, { name }) => void heard.push(name))
  type('Title', 'A')
  type('Street', '1 High Street')
  fireEvent.click(screen.getByLabelText('On'))
  expect(form.getValues()).toEqual({ title: 'A', isOn: true, place: { street: '1 High Street', town: 'Sydney' } })
  expect(screen.getByLabelText<HTMLInputElement>('On').checked).toBe(true)
  watching.unsubscribe()
  type('Title', 'B')
  expect(heard).toEqual(['title', 'place.street', 'isOn'])
})

test('a set value shows, and counts as edited only when requested', async () => {
  const form = show()
  form.setValue('place', { street: '2 Low Street', town: 'Perth' })
  await screen.findByText('Perth')
  expect(screen.getByLabelText<HTMLInputElement>('Street').value).toBe('2 Low Street')
  expect(form.formState.isDirty).toBe(false)
  form.setValue('title', 'C', { shouldDirty: true })
  expect(form.formState.isDirty).toBe(true)
})

test('a reset clears edits, or keeps them when requested', () => {
  const form = show()
  type('Title', 'A')
  form.setValue('isOn', true)
  form.reset(empty, { keepDirtyValues: true })
  expect([form.getValues('title'), form.getValues('isOn'), form.formState.isDirty]).toEqual(['A', false, true])
  form.reset(empty)
  expect([form.getValues(), form.formState.isDirty]).toEqual([empty, false])
})
