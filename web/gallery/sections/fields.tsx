// Fields: with hint, with error, disabled; text, password, amount, long text, choice and suggestions.
import { useState } from 'react'
import { Meter } from '@/shared/ui/figures/meter'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { Select } from '@/shared/ui/inputs/select'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Panel } from '@/shared/ui/panel'

const ROLES = ['Music Producer', 'Beat Maker', 'Sound Engineer', 'Artist', 'DJ'].map((role) => ({
  value: role,
  label: role,
}))

const CLIENTS = [
  { id: 'nova', label: 'Nova Records', note: 'accounts@nova-records.com' },
  { id: 'ade', label: 'Ade Balogun', note: 'ade@balogun.studio' },
]

export function FieldsSection() {
  const [role, setRole] = useState<string | null>(null)
  const [client, setClient] = useState('')
  return (
    <Panel title="Fields" solid>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Full name">
          <Input defaultValue="Maya Okafor" autoComplete="name" />
        </Field>
        <Field label="Email" error="Please enter a valid email">
          <Input type="email" defaultValue="maya@northline" />
        </Field>
        <Field label="Phone" hint="With the country code">
          <Input type="tel" placeholder="+234 800 000 0000" />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="Cannot be changed" />
        </Field>
        <Field label="Role">
          <Select
            options={ROLES}
            value={role}
            onValueChange={setRole}
            placeholder="Choose your role"
            size="lg"
          />
        </Field>
        <Field label="Role, with an error" error="Please choose a role">
          <Select options={ROLES} placeholder="Choose your role" size="lg" />
        </Field>
        <Field label="Password">
          <PasswordInput size="lg" defaultValue="correct horse" />
        </Field>
        <Field label="Current password" error="Current password is incorrect">
          <PasswordInput />
        </Field>
        <Field label="Target amount" required>
          <Input figures="amount" inputMode="decimal" defaultValue="4,000.00" />
        </Field>
        <Field label="Code">
          <Input figures="code" inputMode="numeric" maxLength={6} defaultValue="041 882" />
        </Field>
        <Field label="Client" hint="One of those offered, or any name">
          <SuggestInput
            value={client}
            onValueChange={setClient}
            items={CLIENTS}
            onChoose={(item) => setClient(item.label)}
            listLabel="Clients"
          />
        </Field>
        <Field label="Client, with an error" error="Enter a client">
          <SuggestInput
            value=""
            onValueChange={() => {}}
            items={[]}
            onChoose={() => {}}
            listLabel="Clients"
            placeholder="Choose a client or type a name"
          />
        </Field>
        <Field label="Bio" hint="Shown on your profile" className="sm:col-span-2">
          <Textarea defaultValue="Producer from Lagos. Drums first, then the rest." />
        </Field>
        <div className="grid gap-3 sm:col-span-2">
          <Meter label="Password strength" percent={0} text="" />
          <Meter label="Password strength" percent={33} text="Weak" />
          <Meter label="Password strength" percent={66} text="Medium" />
          <Meter label="Password strength" percent={100} text="Strong" />
        </div>
      </div>
    </Panel>
  )
}
