// All components on one page, under the controls that change how they look.
import { LogoMark } from '@/shared/ui/logo'
import { ConfirmHost } from '@/shared/ui/overlays/confirm-host'
import { AppearanceControls } from './appearance-controls'
import { ButtonsSection } from './sections/buttons'
import { ChartsSection } from './sections/charts'
import { ChoicesSection } from './sections/choices'
import { DataSection } from './sections/data'
import { FeedbackSection } from './sections/feedback'
import { FieldsSection } from './sections/fields'
import { OverlaysSection } from './sections/overlays'
import { StructureSection } from './sections/structure'

export function ComponentsView() {
  return (
    <main className="mx-auto grid grid-cols-[minmax(0,1fr)] gap-(--gap) max-w-[1120px] px-(--gutter) py-8">
      <header className="flex items-center gap-3">
        <LogoMark size={40} />
        <div>
          <h1 className="text-20 tracking-tight">Components</h1>
          <p className="text-ink-2">Every part of the interface, in all its states</p>
        </div>
      </header>
      <AppearanceControls />
      <ButtonsSection />
      <FieldsSection />
      <ChoicesSection />
      <DataSection />
      <ChartsSection />
      <FeedbackSection />
      <OverlaysSection />
      <StructureSection />
      <ConfirmHost />
    </main>
  )
}
